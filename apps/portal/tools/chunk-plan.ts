import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { build, type InlineConfig, type Rolldown } from 'vite';

type Chunk = Rolldown.OutputChunk;

/** The dynamic imports through which the merchant area is entered. */
const areaDoors = /src\/(?:merchant-pages\.ts|shell\/frames\/merchant-shell\.tsx|shell\/guards\/gate\.tsx)$/;
const isPageList = (chunk: Chunk): boolean => chunk.facadeModuleId?.endsWith('merchant-pages.ts') ?? false;

/** Chunks that load together with a chunk: itself, and what it imports statically. */
const closureOf = (first: Chunk, chunks: ReadonlyMap<string, Chunk>): ReadonlySet<Chunk> => {
  const found = new Set<Chunk>();
  const add = (chunk: Chunk | undefined): void => {
    if (chunk === undefined || found.has(chunk)) return;
    found.add(chunk);
    for (const name of chunk.imports) add(chunks.get(name));
  };
  add(first);
  return found;
};

/** The chunks that a chunk and its imports fetch later. */
const laterOf = (first: Chunk, chunks: ReadonlyMap<string, Chunk>): Chunk[] =>
  [...closureOf(first, chunks)].flatMap(({ dynamicImports }) =>
    dynamicImports.flatMap((name) => chunks.get(name) ?? []),
  );

/** Parts of public pages for those who are signed in or sign in next: they go on to the merchant area. */
const areaSteps =
  /src\/(?:shell\/(?:menus\/user-menu|pages\/missing-page)|features\/purchase\/(?:done-step|purchase-confirm))\.tsx$/;
const isPublic = ({ facadeModuleId }: Chunk): boolean =>
  !areaDoors.test(facadeModuleId ?? '') && !areaSteps.test(facadeModuleId ?? '');

/** Every chunk that a visitor can come to without entering the merchant area. */
const publicEntries = (main: Chunk, chunks: ReadonlyMap<string, Chunk>): ReadonlySet<Chunk> => {
  const found = new Set([main]);
  for (const chunk of found) {
    for (const later of laterOf(chunk, chunks)) if (isPublic(later)) found.add(later);
  }
  return found;
};

/** Which entries load a module. */
interface Users {
  readonly open: string[];
  /** The frame of the merchant area, and its pages. */
  readonly area: string[];
  /** Parts of the merchant area that are fetched later: drawers, questions. */
  readonly parts: string[];
}

const usersOf = (chunks: ReadonlyMap<string, Chunk>): ReadonlyMap<string, Users> => {
  const entries = [...chunks.values()].filter(({ facadeModuleId }) => facadeModuleId !== null);
  const main = entries.find(({ isEntry }) => isEntry);
  if (main === undefined) throw new Error('the build has no entry');
  const open = publicEntries(main, chunks);
  const pages = new Set(entries.filter(isPageList).flatMap((list) => laterOf(list, chunks)));
  const users = new Map<string, Users>();
  for (const entry of entries) {
    const isShown = pages.has(entry) || areaDoors.test(entry.facadeModuleId ?? '');
    const kind = open.has(entry) ? 'open' : isShown ? 'area' : 'parts';
    for (const { moduleIds } of closureOf(entry, chunks)) {
      for (const id of moduleIds) {
        const known = users.get(id) ?? { open: [], area: [], parts: [] };
        known[kind].push(entry.facadeModuleId ?? '');
        users.set(id, known);
      }
    }
  }
  return users;
};

const nameOf = (entries: readonly string[]): string =>
  createHash('sha256')
    .update([...entries].sort().join('\n'))
    .digest('hex')
    .slice(0, 8);

/**
 * The chunk of a module; undefined leaves it in the chunk of the entry that loads it. Code of the merchant area alone goes into one chunk
 * for all its pages, one for each page, and one for what its parts share; what public pages share is split by the public pages that share
 * it, so that they load no code of the area.
 */
const chunkOf = ({ open, area, parts }: Users): string | undefined => {
  if (open.length > 0) {
    const isShared = open.length + area.length + parts.length > 1;
    return isShared ? `part-${nameOf(open)}${area.length > 0 && open.length < 3 ? '-area' : ''}` : undefined;
  }
  const [page] = area;
  if (area.length > 1) return 'area';
  if (page !== undefined) return areaDoors.test(page) ? 'area' : `area-${basename(page).split('.')[0]}`;
  return parts.length > 1 ? 'area-parts' : undefined;
};

/** Bundles once without writing, to know which entries load a module after unused code is gone, and plans its chunk from that. */
export const planChunks = async (config: InlineConfig): Promise<(id: string) => string | undefined> => {
  const built = await build({
    ...config,
    configFile: false,
    logLevel: 'error',
    build: { ...config.build, write: false, minify: false, emptyOutDir: false },
  });
  const { output } = (Array.isArray(built) ? built[0] : built) as Rolldown.RolldownOutput;
  const chunks = new Map(output.flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file] as const] : [])));
  const users = usersOf(chunks);
  const entries = new Set([...chunks.values()].map(({ facadeModuleId }) => facadeModuleId));
  return (id) => {
    const known = users.get(id);
    // What is fetched by itself keeps a chunk of its own, unless a page of the area begins with it.
    const isAlone = entries.has(id) && (known?.area.length === 0 || known?.open.length !== 0);
    return known === undefined || isAlone ? undefined : chunkOf(known);
  };
};
