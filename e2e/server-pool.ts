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
export const openPool = async (start: () => Promise<StartedServer> = startServer): Promise<ServerPool> => {
  const started = new Map<string, Promise<StartedServer>>();
  const startAt = (place: string): Promise<StartedServer> => {
    const server = start();
    started.set(place, server);
    // The next ask starts again.
    server.catch(() => started.delete(place));
    return server;
  };
  const serverAt = (place: string): Promise<StartedServer> => started.get(place) ?? startAt(place);
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
      const starts = await Promise.allSettled(started.values());
      const running = starts.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
      const ends = await Promise.allSettled(running.map((server) => server.stop()));
      const failures = ends.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
      if (failures.length > 0) throw new AggregateError(failures, 'servers that did not stop');
    },
  };
};

/** The server at a place of the pool. */
export const borrowServer = async (place: number): Promise<PooledServer> => {
  const reply = await fetch(`${process.env['E2E_POOL'] ?? ''}/${place}`);
  if (!reply.ok) throw new Error(await reply.text());
  return (await reply.json()) as PooledServer;
};
