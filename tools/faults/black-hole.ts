import { connect, createServer, type Socket } from 'node:net';

/** A network between a server and its database. */
export interface Network {
  /** The same database through this network. */
  readonly url: string;
  /** From now on nothing arrives, in either direction, without an error: for open connections and for new ones. */
  swallow(): void;
  /** From now on connections are broken, and new ones refused. */
  refuse(): Promise<void>;
  /** New connections pass again; those that lost bytes stay dead. */
  heal(): Promise<void>;
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
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const end = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      for (const socket of sockets) socket.destroy();
    });
  await listen(0);
  const address = server.address();
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String(port);
  return {
    url: url.href,
    swallow() {
      isOpen = false;
      losses += 1;
    },
    refuse: end,
    async heal() {
      isOpen = true;
      if (!server.listening) await listen(port);
    },
    close: end,
  };
};
