import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

const specifiers = /(?:\bfrom|\bimport\(?)\s*'([^']+)'/g;

/** The folder of the package that a file belongs to. */
const packageOf = (file: string): string => {
  const folder = dirname(file);
  return existsSync(join(folder, 'package.json')) ? folder : packageOf(folder);
};

/** The file that a specifier names, or undefined for what comes from Node or the registry. */
const resolve = (root: string, from: string, specifier: string): string | undefined => {
  if (specifier.startsWith('.')) return join(dirname(from), specifier);
  if (specifier.startsWith('@ronghui/')) {
    const [, name = '', ...rest] = specifier.split('/');
    return join(root, 'packages', name, 'src', `${rest.join('/')}.ts`);
  }
  if (!specifier.startsWith('#')) return undefined;
  const { imports = {} } = JSON.parse(readFileSync(join(packageOf(from), 'package.json'), 'utf8'));
  for (const [alias, target] of Object.entries<string>(imports)) {
    const [beginning = '', star] = alias.split('*');
    if (star === undefined ? specifier !== alias : !specifier.startsWith(beginning)) continue;
    return join(packageOf(from), target.replace('*', specifier.slice(beginning.length)));
  }
  // In a text that is written elsewhere, as a new noun's files are.
  return undefined;
};

/**
 * Every file of the repository that files import, directly or through others, and themselves.
 *
 * @param files relative to `root`
 * @returns paths relative to `root`
 */
export const importedBy = (root: string, files: readonly string[]): readonly string[] => {
  const found = new Set<string>();
  const open = files.map((file) => join(root, file));
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (found.has(file)) continue;
    found.add(file);
    if (!/\.(?:ts|tsx|mjs)$/.test(file)) continue;
    for (const [, specifier = ''] of readFileSync(file, 'utf8').matchAll(specifiers)) {
      const imported = resolve(root, file, specifier);
      if (imported !== undefined && existsSync(imported)) open.push(imported);
    }
  }
  return [...found].map((file) => relative(root, file)).toSorted();
};
