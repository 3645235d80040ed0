import { once } from 'node:events';
import pg from 'pg';
import { startEmbedded } from '../start-embedded.ts';

// A minimal server: owns the data folder named on its command line, writes rows as fast as it can, and prints those
// that the database acknowledged. It ends only when it is killed, or its input says so.

const dataDir = process.argv[2] ?? '';
const say = (message: object): void => void process.stdout.write(`${JSON.stringify(message)}\n`);
const log = { info: (facts: Record<string, unknown>) => say({ log: facts['event'] }), error: () => undefined };

const write = async (pool: pg.Pool): Promise<void> => {
  for (;;) {
    try {
      const answer = await pool.query<{ id: string }>('insert into acknowledged default values returning id');
      say({ acknowledged: Number(answer.rows[0]?.id) });
    } catch {
      // Not acknowledged: the test expects nothing of this row.
    }
  }
};

try {
  const database = await startEmbedded({ dataDir, log });
  const pool = new pg.Pool({ connectionString: database.adminUrl, max: 4, connectionTimeoutMillis: 2000 });
  pool.on('error', () => undefined);
  database.onExit(() => say({ log: 'exitReported' }));
  await pool.query('create table if not exists acknowledged (id bigint generated always as identity primary key)');
  say({ url: database.adminUrl });
  void Promise.all(Array.from({ length: 4 }, () => write(pool)));
  await once(process.stdin.resume(), 'end');
  await database.stop();
  process.exit(0);
} catch (error) {
  say({ refused: String(error) });
  process.exit(1);
}
