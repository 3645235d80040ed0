import { connect, createServer, type Socket } from 'node:net';

/** A network between a server and its database. */
export interface Network {
  /** The same database through this network. */
  readonly url: string;
  /** From now on nothing arrives, in either direction, without an error: for open connections and for new ones. */
  swallow(): void;
  /** New connections pass again; those that lost bytes stay dead. */
  heal(): void;
  close(): Promise<void>;
}

/** A proxy before a database, for clients that connect by its `url`. */
export const networkTo = async (databaseUrl: string): Promise<Network> => {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let isOpen = true;
  /** Grows with every loss: connections from before it are dead. */
  let losses = 0;
  const server = createServer((near) => {
    const opened = losses;
    sockets.add(near);
    near.on('error', () => near.destroy());
    if (!isOpen) return void near.resume();
    const far = connect(Number(target.port), target.hostname);
    sockets.add(far);
    far.on('error', () => far.destroy());
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      from.on('data', (bytes) => {
        if (opened === losses) to.write(bytes);
      });
      from.on('close', () => {
        sockets.delete(from);
        if (opened === losses) to.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String(typeof address === 'object' ? (address?.port ?? 0) : 0);
  return {
    url: url.href,
    swallow() {
      isOpen = false;
      losses += 1;
    },
    heal() {
      isOpen = true;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
