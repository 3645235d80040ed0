import { expect } from 'vitest';
import { databasePid, type ServerProcess } from '../driver/server-process.ts';
import { Visitor } from '../driver/visitor.ts';

const kill = (pid: number | undefined): void => {
  try {
    if (pid !== undefined) process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended already.
  }
};

/** The killed processes: Node without its database, the database without Node, or both at once. */
export const deaths: Readonly<Record<string, (server: ServerProcess) => Promise<void>>> = {
  'Node alone': (server) => server.kill(),
  'the database server': async (server) => {
    kill(databasePid(server.dataDir));
    // Node survives and restarts its database by itself; then it is stopped for the next round.
    await expect.poll(() => answers(server.url), { timeout: 30_000, interval: 100 }).toBe(true);
    await server.stop();
  },
  everything: async (server) => {
    const database = databasePid(server.dataDir);
    const gone = server.kill();
    kill(database);
    await gone;
  },
};

const answers = async (url: string): Promise<boolean> => {
  const visitor = new Visitor(url);
  try {
    await visitor.start();
    return (await visitor.call('portal.contact', {})).status === 422;
  } catch {
    return false;
  } finally {
    visitor.close();
  }
};
