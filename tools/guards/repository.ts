import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/** The repository's folder. */
export const root = join(import.meta.dirname, '../..');

/** What tools leave behind; nothing in there is ours. */
const foreign = new Set([
  'node_modules',
  'dist',
  '.git',
  '.runtime',
  'data',
  'coverage',
  'test-results',
  'playwright-report',
]);

const list = (folder: string): string[] =>
  readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (!entry.isDirectory()) return entry.isFile() ? [path] : [];
    return foreign.has(entry.name) ? [] : list(path);
  });

/** Every file of the repository, whether Git knows it or not, as a path from its root. */
export const files: readonly string[] = list('').toSorted();

/** The folders that hold them. */
export const folders: readonly string[] = [
  ...new Set(files.flatMap((file) => file.split('/').map((_, depth, parts) => parts.slice(0, depth).join('/')))),
].filter((folder) => folder !== '');

/** A file's text. */
export const read = (file: string): string => readFileSync(join(root, file), 'utf8');

/** The names directly inside a folder, without their endings; none when it is not there. */
export const namesIn = (folder: string): string[] => [
  ...new Set(
    [...files, ...folders]
      .filter((path) => path.startsWith(`${folder}/`))
      .map((path) => basename(path.slice(folder.length + 1).split('/')[0] ?? '').replace(/\..*$/, '')),
  ),
];

/** Source code that people write. */
export const isCode = (file: string): boolean => /\.(ts|tsx|mjs|js|css|sql)$/.test(file) && !file.includes('.gen.');

/** Tests and what tests stand on. */
export const isTest = (file: string): boolean =>
  /\.(test|spec|fixture|test-d)\.tsx?$|(^|\/)testing\//.test(file) || file.startsWith('e2e/');

/** A manifest as far as the guards read it. */
export interface Manifest {
  readonly name: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

/** Every package.json with its path. */
export const manifests: readonly (readonly [string, Manifest])[] = files
  .filter((file) => basename(file) === 'package.json')
  .map((file) => [file, JSON.parse(read(file)) as Manifest] as const);
