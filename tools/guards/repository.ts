import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/** The repository's root folder. */
export const root = join(import.meta.dirname, '../..');

/** Output of tools, which is not part of the repository. */
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

/** Every file of the repository, tracked or not, as a path from its root. */
export const files: readonly string[] = list('').toSorted();

/** The folders that contain them. */
export const folders: readonly string[] = [
  ...new Set(files.flatMap((file) => file.split('/').map((_, depth, parts) => parts.slice(0, depth).join('/')))),
].filter((folder) => folder !== '');

/** A file's text. */
export const read = (file: string): string => readFileSync(join(root, file), 'utf8');

/** The names directly inside a folder, without extensions; none when it does not exist. */
export const namesIn = (folder: string): string[] => [
  ...new Set(
    [...files, ...folders]
      .filter((path) => path.startsWith(`${folder}/`))
      .map((path) => basename(path.slice(folder.length + 1).split('/')[0] ?? '').replace(/\..*$/, '')),
  ),
];

/** Source code written by people. */
export const isCode = (file: string): boolean => /\.(ts|tsx|mjs|js|css|sql)$/.test(file) && !file.includes('.gen.');

/** Tests and their fixtures. */
export const isTest = (file: string): boolean =>
  /\.(test|spec|fixture|test-d)\.tsx?$|(^|\/)testing\//.test(file) || file.startsWith('e2e/');

/** The parts of a manifest that the guards read. */
export interface Manifest {
  readonly name: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

/** Every package.json with its path. */
export const manifests: readonly (readonly [string, Manifest])[] = files
  .filter((file) => basename(file) === 'package.json')
  .map((file) => [file, JSON.parse(read(file)) as Manifest] as const);
