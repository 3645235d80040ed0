import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { runtimeDir } from '../launch/paths.mjs';

const folder = join(runtimeDir, 'servers');
const kept = join(folder, 'promtool');

/** Whether the machine has the package manager whose package is unpacked. */
const isDebian = (): boolean =>
  ['apt-get', 'dpkg-deb', 'tar'].every(
    (program) => spawnSync(program, ['--version'], { stdio: 'ignore' }).error === undefined,
  );

/** Unpacks the one program out of Debian's package; nothing is installed. */
const unpack = (): void => {
  mkdirSync(folder, { recursive: true });
  const fresh = mkdtempSync(join(folder, 'prometheus-'));
  try {
    execFileSync('apt-get', ['download', 'prometheus'], { cwd: fresh, stdio: 'ignore', timeout: 120_000 });
    const archive = readdirSync(fresh).find((name) => name.endsWith('.deb'));
    if (archive === undefined) throw new Error('nothing was downloaded');
    execFileSync('dpkg-deb', ['-x', archive, '.'], { cwd: fresh, stdio: 'ignore', timeout: 120_000 });
    renameSync(join(fresh, 'usr/bin/promtool'), kept);
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
};

/** Prometheus' tool for rules: the machine's own, or Debian's, which is unpacked into `.runtime/servers` once. Null where there is none; the reason is printed. */
export const findPromtool = (): string | null => {
  if (existsSync(kept)) return kept;
  if (spawnSync('promtool', ['--version'], { stdio: 'ignore' }).error === undefined) return 'promtool';
  try {
    if (!isDebian()) throw new Error('this is no Debian');
    unpack();
    return kept;
  } catch (error) {
    console.warn(
      `LEFT OUT: the rules of deploy/monitoring are not checked by promtool: ${error instanceof Error ? error.message : String(error)}`,
    );
    return null;
  }
};
