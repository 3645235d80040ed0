import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type StartedServer, startServer } from './server.ts';

/** Where a server is, as a process learns it that did not start it. */
export type PooledServer = Pick<StartedServer, 'url' | 'dataDir' | 'pid'>;

/** Servers for the workers of a run, one each, started when a worker first asks. */
export interface ServerPool {
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * Lends a server to each place among the workers. A worker that follows another at its place, as it does after a failure and for another
 * project, takes over the server: so a run starts as many as tests run side by side.
 */
export const openPool = async (): Promise<ServerPool> => {
  const started = new Map<string, Promise<StartedServer>>();
  const serverAt = (place: string): Promise<StartedServer> => {
    const known = started.get(place) ?? startServer();
    started.set(place, known);
    return known;
  };
  const door = createServer((request, response) => {
    serverAt(request.url ?? '').then(
      ({ url, dataDir, pid }) => response.end(JSON.stringify({ url, dataDir, pid })),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve));
  const { port } = door.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      door.closeAllConnections();
      door.close();
      for (const server of await Promise.all(started.values())) await server.stop();
    },
  };
};

/** The server at a place of the pool. */
export const borrowServer = async (place: number): Promise<PooledServer> => {
  const reply = await fetch(`${process.env['E2E_POOL'] ?? ''}/${place}`);
  if (!reply.ok) throw new Error(await reply.text());
  return reply.json();
};
