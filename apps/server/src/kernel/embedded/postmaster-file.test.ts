import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, chownSync, copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isServerOf } from './postmaster-file.ts';
import { makeFolders } from './testing/folders.ts';

const folders = makeFolders();
const started: ChildProcess[] = [];
const isRoot = process.getuid?.() === 0;
const owner = 65_534;
let cluster: string;
beforeAll(() => {
  chmodSync(folders.top, 0o755);
  cluster = folders.empty();
  mkdirSync(cluster);
  if (isRoot) chownSync(cluster, owner, owner);
});
afterAll(() => {
  for (const one of started) one.kill('SIGKILL');
  folders.remove();
});

/** Reads with the rights of an ordinary user. */
const lookAs = (uid: number, pid: number): boolean => {
  if (!isRoot) return isServerOf(pid, cluster);
  process.seteuid?.(uid);
  try {
    return isServerOf(pid, cluster);
  } finally {
    process.seteuid?.(0);
  }
};

if (process.platform === 'linux') {
  it('R14.6 after a power cut a process id that a program of root has now does not pass for the server of an ordinary user', () => {
    expect(lookAs(owner, 1)).toBe(false);
  });
}

if (process.platform === 'linux' && isRoot) {
  it('R14.6 where the folder of a process may not be seen, a PostgreSQL of the cluster’s owner counts as its server, and nothing else', async () => {
    const run = async (name: string, uid: number): Promise<number> => {
      const home = folders.empty();
      mkdirSync(home);
      const program = join(home, name);
      copyFileSync('/bin/sleep', program);
      const child = spawn(program, ['30'], { uid, stdio: 'ignore' });
      started.push(child);
      await new Promise((resolve) => child.once('spawn', resolve));
      return child.pid ?? 0;
    };
    const other = 65_533;
    expect(lookAs(other, await run('postgres', owner))).toBe(true);
    expect(lookAs(other, await run('another', owner))).toBe(false);
    expect(lookAs(other, await run('postgres', 65_532))).toBe(false);
  });
}
