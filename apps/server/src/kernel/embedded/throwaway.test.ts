import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { expect, it, vi } from 'vitest';
import { startThrowawayDatabase } from './throwaway.ts';

vi.setConfig({ testTimeout: 60_000 });

const dataFolder = async (url: string): Promise<string> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const answer = await client.query<{ data_directory: string }>('show data_directory');
  await client.end();
  return answer.rows[0]?.data_directory ?? '';
};

it('R14.1 a throwaway server answers, and leaves nothing when it is stopped', async () => {
  const database = await startThrowawayDatabase();
  const folder = await dataFolder(database.adminUrl);
  expect(existsSync(folder)).toBe(true);
  await database.stop();
  expect(existsSync(folder)).toBe(false);
});

it('R14.6 a throwaway server ends with its process, even when that is killed', async () => {
  const entry = new URL('./throwaway.ts', import.meta.url).href;
  const script = `const { startThrowawayDatabase } = await import(${JSON.stringify(entry)});
    console.log((await startThrowawayDatabase()).adminUrl); setInterval(() => undefined, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [url] = await once(createInterface({ input: child.stdout }), 'line');
  const folder = await dataFolder(String(url));
  child.kill('SIGKILL');
  await expect.poll(() => existsSync(folder), { timeout: 30_000 }).toBe(false);
});
