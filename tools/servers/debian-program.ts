import { execFileSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const runtimeDir = join(import.meta.dirname, '../../.runtime');

/** A program of Debian that is not installed: its file, and where its libraries are. */
export interface DebianProgram {
  readonly file: string;
  readonly env: Readonly<Record<string, string>>;
}

/** Unpacks packages into a folder of ours, once; nothing is installed. Null where there is no Debian, or it does not answer. */
export const debianProgram = (name: string, packages: readonly string[]): DebianProgram | null => {
  const home = join(runtimeDir, 'servers', name);
  if (!existsSync(home)) {
    mkdirSync(join(runtimeDir, 'servers'), { recursive: true });
    const work = mkdtempSync(`${home}-`);
    try {
      execFileSync('apt-get', ['download', ...packages], { cwd: work, stdio: 'ignore', timeout: 120_000 });
      const archives = readdirSync(work);
      mkdirSync(join(work, 'root'));
      for (const archive of archives) execFileSync('dpkg-deb', ['-x', join(work, archive), join(work, 'root')]);
      renameSync(join(work, 'root'), home);
    } catch {
      return null;
    } finally {
      rmSync(work, { recursive: true, force: true });
    }
  }
  const [file] = globSync(`usr/{sbin,bin}/${name}`, { cwd: home });
  if (file === undefined) return null;
  const libraries = globSync('{usr/,}lib/*-linux-gnu', { cwd: home }).map((folder) => join(home, folder));
  return {
    file: join(home, file),
    env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LD_LIBRARY_PATH: libraries.join(':') },
  };
};
