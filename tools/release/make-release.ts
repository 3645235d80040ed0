import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { pinned } from '../launch/node/node-version.mjs';
import { ensurePinned } from '../launch/node/runtime.mjs';
import { beginStep, LaunchError } from '../launch/say.mjs';
import { billOfMaterials, type LockFile } from '../supply/bill-of-materials.ts';
import { refuseChanges } from './clean-tree.ts';
import { layOut, taken } from './contents.ts';
import { machine, productionOf } from './production.ts';

/** What was made. */
export interface Release {
  readonly version: string;
  readonly archive: string;
  readonly bill: string;
  readonly sums: string;
}

const git = (base: string, args: readonly string[]): string =>
  execFileSync('git', args, { cwd: base, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();

/** The commit that is released and its moment, by which everything is dated. */
const commitOf = (base: string): { readonly id: string; readonly at: Date } => {
  try {
    const [id = '', seconds = ''] = git(base, ['log', '-1', '--format=%H %ct']).split(' ');
    return { id, at: new Date(Number(seconds) * 1000) };
  } catch {
    throw new LaunchError(
      '发布须在 Git 仓库中进行 / a release is made in a Git repository: its commit dates the files',
    );
  }
};

/** One name for one commit: a UUID of its digest. */
const serialOf = (commit: string): string => {
  const hex = createHash('sha256').update(commit).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
};

const sumOf = async (file: string): Promise<string> => {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
};

/** Sorted names, the commit's time, nobody's user: the same commit and dependencies give the same bytes. */
const pack = (folder: string, archive: string, at: Date): void => {
  const how = ['--sort=name', `--mtime=@${at.getTime() / 1000}`, '--owner=0', '--group=0', '--numeric-owner'];
  const modes = ['--mode=u=rwX,go=rX', '--format=gnu'];
  execFileSync(
    'tar',
    [...how, ...modes, '--use-compress-program=gzip -n -6', '-cf', archive, '-C', dirname(folder), basename(folder)],
    { stdio: ['ignore', 2, 2] },
  );
};

/** The bill of the lock file, with the runtime that an archive brings. */
const billFor = (lock: LockFile, { id, at }: ReturnType<typeof commitOf>) => {
  const bill = billOfMaterials(lock, { at, serial: serialOf(id) });
  const node = {
    type: 'platform',
    'bom-ref': `pkg:generic/node@${pinned}`,
    name: 'node',
    version: pinned,
    purl: `pkg:generic/node@${pinned}`,
    scope: 'required',
    hashes: [],
    licenses: [{ license: { id: 'MIT' } }],
  };
  return { ...bill, components: [...bill.components, node] };
};

/**
 * Makes the archive for machines without internet, its bill of materials and the list of digests; `dirty` also of what no commit has.
 *
 * @source running 4.4, 5.1
 */
export const makeRelease = async (base: string, out: string, { dirty = false } = {}): Promise<Release> => {
  if (process.platform !== machine.os || process.arch !== machine.cpu)
    throw new LaunchError('发布包须在 linux-x64 上制作 / the archive is made on linux-x64');
  const lock: LockFile = JSON.parse(readFileSync(join(base, 'package-lock.json'), 'utf8'));
  const { version } = lock;
  if (!readFileSync(join(base, 'CHANGELOG.md'), 'utf8').includes(`\n## [${version}]`))
    throw new LaunchError(`CHANGELOG.md 没有 [${version}] 一节 / CHANGELOG.md has no heading [${version}]`);
  const commit = commitOf(base);
  if (!dirty) refuseChanges(base, [...taken, ...productionOf(lock, 'apps/server').workspaces]);
  const runtime = dirname(dirname(ensurePinned(process.env)));
  const name = `ronghui-${version}-${machine.os}-${machine.cpu}`;
  mkdirSync(out, { recursive: true });
  const work = mkdtempSync(join(out, '.work-'));
  const end = beginStep(`打包 / packing ${name}`);
  try {
    layOut({ base, runtime, lock }, join(work, name));
    const [archive, bill, sums] = [`${name}.tar.gz`, `ronghui-${version}.cdx.json`, 'SHA256SUMS'];
    pack(join(work, name), join(work, archive), commit.at);
    writeFileSync(join(work, bill), `${JSON.stringify(billFor(lock, commit), null, 2)}\n`);
    const lines = await Promise.all([archive, bill].map(async (file) => `${await sumOf(join(work, file))}  ${file}\n`));
    writeFileSync(join(work, sums), lines.join(''));
    // The list last: where it stands, what it names is complete.
    for (const file of [archive, bill, sums]) renameSync(join(work, file), join(out, file));
    return { version, archive: join(out, archive), bill: join(out, bill), sums: join(out, sums) };
  } finally {
    rmSync(work, { recursive: true, force: true });
    end();
  }
};
