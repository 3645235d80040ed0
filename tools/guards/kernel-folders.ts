/** Which folders of the kernel import which, and where that goes round in a circle. */

/** A source file of the kernel, by its path below `kernel/`, with its text. */
export interface KernelFile {
  readonly path: string;
  readonly text: string;
}

/** A folder of the kernel; a file that stands in none is its own. */
const folderOf = (path: string): string => path.split('/')[0]?.replace(/\.ts$/, '') ?? '';

const staticImport = /^(?:import|export)\s+(?!type\s)([^;']*?from\s*)?'([^']+)'/gms;
const dynamicImport = /(?<!typeof )\bimport\('([^']+)'\)/g;
const isOfTypes = (names: string): boolean => /^\{\s*(?:type\s+\w+(?:\s+as\s+\w+)?\s*,?\s*)+\}\s*from\s*$/.test(names);

/** The modules whose values a text imports, at its start or later. */
const importsOf = (text: string): string[] => [
  ...[...text.matchAll(staticImport)].flatMap(([, names = '', module = '']) => (isOfTypes(names) ? [] : [module])),
  ...[...text.matchAll(dynamicImport)].flatMap(([, module = '']) => module),
];

/** Folder → the other folders whose values its files import. */
const edgesOf = (files: readonly KernelFile[]): Map<string, Set<string>> => {
  const edges = new Map<string, Set<string>>();
  for (const { path, text } of files) {
    const from = folderOf(path);
    const to = edges.get(from) ?? new Set();
    edges.set(from, to);
    for (const module of importsOf(text)) {
      const [, name] = /^#kernel\/(.+)$/.exec(module) ?? [];
      if (name !== undefined && folderOf(name) !== from) to.add(folderOf(name));
    }
  }
  return edges;
};

/** The folders from which imports lead back to themselves, each with those that it can reach. */
export const foldersInCircles = (files: readonly KernelFile[]): string[] => {
  const edges = edgesOf(files);
  const reachedFrom = (folder: string): Set<string> => {
    const reached = new Set(edges.get(folder));
    for (const each of reached) for (const next of edges.get(each) ?? []) reached.add(next);
    return reached;
  };
  return [...edges.keys()].filter((folder) => reachedFrom(folder).has(folder)).toSorted();
};
