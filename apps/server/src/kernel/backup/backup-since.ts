import { randomBytes } from 'node:crypto';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '#kernel/ports';

/** Since when backups go to a target by themselves, as the data folder remembers it. */
const read = async (file: string, place: string): Promise<Date | null> => {
  try {
    const kept = Object(JSON.parse(await readFile(file, 'utf8')));
    const since = new Date(String(kept.since));
    return kept.place === place && !Number.isNaN(since.getTime()) ? since : null;
  } catch {
    return null;
  }
};

/** What a data folder that cannot be written to does not remember. */
const inMemory = new Map<string, Date>();

/** Written aside: a crash leaves what was there, or all of it. */
const write = async (file: string, text: string): Promise<void> => {
  const fresh = `${file}.${randomBytes(4).toString('hex')}`;
  try {
    await writeFile(fresh, text, { mode: 0o600, flag: 'wx', flush: true });
    await rename(fresh, file);
  } catch {
    // On a folder that is full the age counts from the start of this process.
    await rm(fresh, { force: true }).catch(() => undefined);
  }
};

/**
 * When the first server started with this target, which is now where none did. A backup that cannot even note that it began is late all the same, counted from
 * here.
 *
 * @source running 3.3
 */
export const keepBackupSince = async (dataDir: string, place: string, clock: Clock): Promise<Date> => {
  const file = join(dataDir, 'backup-since.json');
  const now = clock.now();
  const kept = await read(file, place);
  if (kept !== null && kept <= now) return kept;
  const own = `${file}\n${place}`;
  const first = inMemory.get(own);
  const since = first !== undefined && first <= now ? first : now;
  inMemory.set(own, since);
  await write(file, `${JSON.stringify({ place, since: since.toISOString() })}\n`);
  return since;
};
