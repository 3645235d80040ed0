import { connect } from 'node:net';

/** The bytes received over a connection. */
export interface RawReply {
  readonly status: number;
  readonly head: string;
  readonly body: string;
}

/** What to send, in chunks; each is sent after the previous one was handed to the socket. */
export interface RawRequest {
  readonly port: number;
  readonly pieces: readonly (string | Buffer)[];
}

/** Sends bytes unchanged and reads until the server closes, or has sent as much as it announced. */
export const sendRaw = ({ port, pieces }: RawRequest): Promise<RawReply> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    let received = '';
    const done = () => {
      const [head = '', ...rest] = received.split('\r\n\r\n');
      socket.destroy();
      resolve({
        status: Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1] ?? 0),
        head: head.toLowerCase(),
        body: rest.join('\r\n\r\n'),
      });
    };
    socket.setEncoding('utf8');
    socket.on('data', (text: string) => {
      received += text;
      const length = /content-length: (\d+)/i.exec(received)?.[1];
      const start = received.indexOf('\r\n\r\n');
      if (length !== undefined && start !== -1 && Buffer.byteLength(received.slice(start + 4)) >= Number(length))
        done();
    });
    socket.on('close', done);
    // A server that refused may reset the connection; what it sent before still counts.
    socket.on('error', (error) => (received === '' ? reject(error) : done()));
    socket.on('connect', () => {
      for (const piece of pieces) socket.write(piece);
    });
  });

/** The head of a request. */
export const headOf = (method: string, url: string, headers: Readonly<Record<string, string | number>> = {}): string =>
  [
    `${method} ${url} HTTP/1.1`,
    ...Object.entries({ host: 'localhost', ...headers }).map(([name, value]) => `${name}: ${value}`),
    '',
    '',
  ].join('\r\n');
