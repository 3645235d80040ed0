import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { type Database, openDatabase } from '../../../apps/server/src/kernel/database/db.ts';
import { databaseUrl, type ServerProcess, startServer } from '../../driver/server-process.ts';

/** The tenant whose bills and lines are fixed, while those of the others grow. */
export const own = { tenantId: 'scale-own', bills: 2000, lines: 100_000 } as const;

/** A server with bills, its database as its owner has it, and as the product does. */
export interface Scaled {
  readonly server: ServerProcess;
  readonly owner: pg.Client;
  readonly database: Database;
  close(): Promise<void>;
}

const root = join(import.meta.dirname, '../../..');
const laid = 'bills-are-laid';

/** Makes a data folder with the demonstration and lines by `demo:scale`, once; a folder that is whole stays as it is. */
const lay = async (dataDir: string, millionLines: number): Promise<void> => {
  if (existsSync(join(dataDir, laid))) return;
  mkdirSync(dataDir, { recursive: true });
  await (await startServer({ dataDir })).stop();
  const command = join(root, 'apps/server/src/commands/demo-scale-command.ts');
  const args = ['--own-bills', own.bills, '--own-lines', own.lines, '--own-tenant', own.tenantId].map(String);
  await promisify(execFile)(process.execPath, [command, String(millionLines), ...args], {
    cwd: root,
    env: { ...process.env, DATA_DIR: dataDir, DEMO: 'on' },
    maxBuffer: 1e7,
  });
  writeFileSync(join(dataDir, laid), '');
};

/** Starts a server among so many lines of others, which are laid where they are not there yet. */
export const startScaled = async (dataDir: string, millionLines: number): Promise<Scaled> => {
  await lay(dataDir, millionLines);
  const server = await startServer({ dataDir });
  const url = databaseUrl(dataDir);
  const owner = new pg.Client({ connectionString: url });
  await owner.connect();
  const database = openDatabase({ url, poolSize: 4, onError: (error) => process.stderr.write(`${error.message}\n`) });
  // Lines by millions have just been written: autovacuum would come for them later, in the middle of a measurement.
  await owner.query('vacuum (analyze) bill_line, line_fee, bill, bill_step, bill_rule');
  return {
    server,
    owner,
    database,
    async close() {
      await database.close();
      await owner.end();
      await server.stop();
    },
  };
};
