import { readFile, writeFile } from 'node:fs/promises';
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
  const text = `${JSON.stringify({ place, since: now.toISOString() })}\n`;
  // On a folder that is full the age counts from this start.
  await writeFile(file, text, { mode: 0o600 }).catch(() => undefined);
  return now;
};
