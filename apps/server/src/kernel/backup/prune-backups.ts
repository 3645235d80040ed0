import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { manifestName } from './manifest.ts';
import { readParts } from './parts.ts';
import { findManifest, listBackups } from './restore-backup.ts';
import type { BackupTarget } from './target.ts';

/** `files/tenant/random.zst` is the file `tenant/random`. */
const keyOf = (name: string): string => name.slice('files/'.length).replace(/\.zst(?:\.age)?$/, '');

const filesNamed = async (target: BackupTarget, ids: readonly string[]): Promise<Set<string>> => {
  const keys = new Set<string>();
  for (const id of ids) {
    const { fileList } = await findManifest(target, id);
    const input = Readable.from(readParts(target, null, fileList), { objectMode: false });
    for await (const key of createInterface({ input })) keys.add(key);
  }
  return keys;
};

/**
 * Keeps so many of the newest backups, and drops what none of them names. The manifest of an older one goes first: what is left when this ends early is
 * no backup, and goes the next time. May not run beside another backup into the same target.
 *
 * @returns the ids that went
 */
export const pruneBackups = async (target: BackupTarget, keep: number): Promise<string[]> => {
  await target.tidy?.();
  const ids = await listBackups(target);
  const kept = ids.slice(-Math.max(1, keep));
  const old = ids.slice(0, ids.length - kept.length);
  for (const id of old) await target.remove(manifestName(id));
  for await (const name of target.list('backups/')) {
    if (!kept.includes(name.split('/')[1] ?? '')) await target.remove(name);
  }
  const named = await filesNamed(target, kept);
  for await (const name of target.list('files/')) {
    if (!named.has(keyOf(name))) await target.remove(name);
  }
  return old;
};
