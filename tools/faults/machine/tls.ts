import { execFileSync } from 'node:child_process';
import { renameSync } from 'node:fs';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { connect } from 'node:tls';

/** Makes a pair of certificate and key that ends after some days, and puts it into a folder at once. */
export const makePair = (folder: string, days: number): void => {
  const [key, cert] = [join(folder, 'key.new'), join(folder, 'cert.new')];
  const words = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  execFileSync('openssl', [...words, '-days', String(days), '-subj', '/CN=localhost', '-keyout', key, '-out', cert], {
    stdio: 'ignore',
  });
  renameSync(key, join(folder, 'key.pem'));
  renameSync(cert, join(folder, 'cert.pem'));
};

/** An address without TLS before a server that speaks it, for callers that do not. */
export const plainBefore = async (url: string): Promise<{ readonly url: string; close(): void }> => {
  const port = Number(new URL(url).port);
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect({ port, host: '127.0.0.1', rejectUnauthorized: false });
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => socket.destroy());
      socket.on('close', () => sockets.delete(socket));
    }
    near.pipe(far).pipe(near);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    // A listening TCP server has such an address.
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
};
