import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { onTestFinished } from 'vitest';
import type { Log } from '#kernel/ports';

/** A folder of migrations. */
export const migrationFolder = async (files: Readonly<Record<string, string>>): Promise<string> => {
  const dir = await mkdtemp(join(tmpdir(), 'migrations-'));
  for (const [name, text] of Object.entries(files)) await writeFile(join(dir, name), text);
  return dir;
};

const connect = async (url: string): Promise<pg.Client> => {
  const client = new pg.Client({ connectionString: url });
  // The database may be dropped under it.
  client.on('error', () => undefined);
  await client.connect();
  return client;
};

/** A connection as the owner of the tables, for the test that runs. */
export const ownerOf = async ({ url }: { readonly url: string }): Promise<pg.Client> => {
  const client = await connect(url);
  onTestFinished(() => client.end());
  return client;
};

/** Runs one statement as the owner of the tables. */
export const asOwner = async ({ url }: { readonly url: string }, statement: string): Promise<void> => {
  const client = await connect(url);
  await client.query(statement);
  await client.end();
};

/** A log that keeps what it gets. */
export const keptLog = (): Log & { readonly lines: Record<string, unknown>[] } => {
  const lines: Record<string, unknown>[] = [];
  const keep = (facts: Record<string, unknown>) => void lines.push(facts);
  return { lines, debug: keep, info: keep, warn: keep, error: keep };
};
