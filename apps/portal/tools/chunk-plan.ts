import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { build, type InlineConfig, type Rolldown } from 'vite';
import { areaDrawers, areaForms, portalFile } from './area-modules.mjs';

type Chunk = Rolldown.OutputChunk;

/** The dynamic imports through which the merchant area is entered. */
const areaDoors = /src\/(?:merchant-pages\.ts|shell\/frames\/merchant-shell\.tsx|shell\/guards\/gate\.tsx)$/;
/** The page that a login leads to. */
const firstPage = /src\/features\/home\/home-page\.tsx$/;
const isPageList = (chunk: Chunk): boolean => chunk.facadeModuleId?.endsWith('merchant-pages.ts') ?? false;

/** The drawers that an address opens with their list. */
const addressedDrawers: ReadonlySet<string> = new Set([...areaDrawers.values()].map(portalFile));

/** Forms that count as pages, with the pages that they belong to. */
const forms: ReadonlyMap<string, string> = new Map(
  [...areaForms].map(([form, page]) => [portalFile(form), portalFile(page)]),
);

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
  /src\/(?:shell\/(?:menus\/user-menu|messages\/switched-notice|pages\/missing-page)|features\/purchase\/(?:done-step|purchase-confirm))\.tsx$/;
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
  /** The pages that come to those parts. */
  readonly ways: Set<string>;
  /** Before minifying. @unit characters */
  readonly size: number;
}

/** For each part the pages from which it is fetched, or from whose parts; what every page begins with (`frame`) leads everywhere. */
const waysOf = (
  pages: readonly Chunk[],
  frame: ReadonlySet<Chunk>,
  chunks: ReadonlyMap<string, Chunk>,
): ReadonlyMap<Chunk, ReadonlySet<string>> => {
  const ways = new Map<Chunk, Set<string>>();
  for (const page of pages) {
    const found = new Set([page]);
    for (const chunk of found) {
      const own = [...closureOf(chunk, chunks)].filter((each) => !frame.has(each));
      for (const name of own.flatMap(({ dynamicImports }) => dynamicImports)) {
        const later = chunks.get(name);
        if (later !== undefined) found.add(later);
      }
    }
    for (const chunk of found) ways.set(chunk, (ways.get(chunk) ?? new Set()).add(page.facadeModuleId ?? ''));
  }
  return ways;
};

const usersOf = (chunks: ReadonlyMap<string, Chunk>): ReadonlyMap<string, Users> => {
  const entries = [...chunks.values()].filter(({ facadeModuleId }) => facadeModuleId !== null);
  const main = entries.find(({ isEntry }) => isEntry);
  if (main === undefined) throw new Error('the build has no entry');
  const open = publicEntries(main, chunks);
  const pages = new Set(entries.filter(isPageList).flatMap((list) => laterOf(list, chunks)));
  const users = new Map<string, Users>();
  const doors = entries.filter((entry) => entry === main || areaDoors.test(entry.facadeModuleId ?? ''));
  const frame = new Set(doors.flatMap((door) => [...closureOf(door, chunks)]));
  const ways = waysOf([...pages], frame, chunks);
  const sizes = new Map([...chunks.values()].flatMap(({ modules }) => Object.entries(modules)));
  for (const entry of entries) {
    const module = entry.facadeModuleId ?? '';
    const isShown = pages.has(entry) || areaDoors.test(module) || forms.has(module);
    const kind = open.has(entry) ? 'open' : isShown ? 'area' : 'parts';
    for (const { moduleIds } of closureOf(entry, chunks)) {
      for (const id of moduleIds) {
        const size = sizes.get(id)?.code?.length ?? 0;
        const known = users.get(id) ?? { open: [], area: [], parts: [], ways: new Set<string>(), size };
        if (kind === 'parts') for (const way of ways.get(entry) ?? []) known.ways.add(way);
        known[kind].push(entry.facadeModuleId ?? '');
        users.set(id, known);
      }
    }
  }
  for (const [id, each] of users) {
    // What a form shares with its own page is the page's.
    const area = each.area.filter((entry) => !each.area.includes(forms.get(entry) ?? ''));
    if (area.length < each.area.length) users.set(id, { ...each, area });
  }
  return users;
};

const nameOf = (entries: readonly string[]): string =>
  createHash('sha256')
    .update([...entries].sort().join('\n'))
    .digest('hex')
    .slice(0, 8);

/** What every page with a list loads. */
const listPart = /ui\/src\/frames\/list-page\/list-section\.tsx$/;
/** What a page alone begins with, and a part of another page uses, belongs to the page from this size on. @unit characters before minifying */
const leastOfPage = 1500;

/** What two pages share stands apart from this size on. @unit characters before minifying */
const leastShared = 3000;

/** The chunks of what several pages of the area share: `area` for all of them, one for lists, one for forms. */
const sharedChunks = (users: ReadonlyMap<string, Users>): ((each: Users) => string) => {
  const lists = new Set([...users].flatMap(([id, { area }]) => (listPart.test(id) ? area : [])));
  const sizes = new Map<string, number>();
  const sharersOf = ({ area }: Users): string => area.toSorted().join('\n');
  for (const each of users.values()) {
    if (each.open.length === 0) sizes.set(sharersOf(each), (sizes.get(sharersOf(each)) ?? 0) + each.size);
  }
  return (each) => {
    // The frame and the page that a login leads to come before any other, and drawers stand beside any list.
    const isFirst = each.area.some((entry) => areaDoors.test(entry) || firstPage.test(entry));
    if (isFirst || each.parts.some((part) => addressedDrawers.has(part)))
      return isFirst || each.area.length < 3 ? 'area' : listChunk(each, lists);
    if (each.area.length === 2 && (sizes.get(sharersOf(each)) ?? 0) >= leastShared)
      return `area-pair-${nameOf(each.area)}`;
    return listChunk(each, lists);
  };
};

const nounOf = (page: string): string | undefined => /src\/features\/([^/]+)\//.exec(page)?.[1];

/**
 * What only the pages of one noun share is in its chunk, what is made for lists in theirs, although one other page may have it too, and
 * what few other pages share, such as uploads, in that of forms.
 */
const listChunk = ({ area }: Users, lists: ReadonlySet<string>): string => {
  const [noun, ...others] = new Set(area.map(nounOf));
  if (area.length > 2 && noun !== undefined && others.length === 0) return `area-of-${noun}`;
  const listsOfIt = area.filter((page) => lists.has(page)).length;
  if (listsOfIt > 2 && area.length - listsOfIt < 2) return 'area-lists';
  return area.length < 4 && listsOfIt < 2 ? 'area-forms' : 'area';
};

/** What few public pages share and the area begins with too stands apart, so that the area does not fetch the rest. */
const marksOf = ({ open, area, parts }: Users): string => {
  if (open.length > 2) return '';
  return area.length > 0 ? '-area' : parts.some((part) => addressedDrawers.has(part)) ? '-drawers' : '';
};

/**
 * The chunk of a module; undefined leaves it in the chunk of the entry that loads it. Code of the merchant area alone goes into one chunk
 * for all its pages, one for its lists, one for each page, one for each drawer that an address opens and one for what several of them share,
 * and one for what the parts of the same pages share; what public pages share is
 * split by the public pages that share it, so that they load no code of the area.
 */
const chunkOf = (users: Users, sharedChunk: (each: Users) => string): string | undefined => {
  const { open, area, parts, ways, size } = users;
  if (open.length > 0) {
    const isShared = open.length + area.length + parts.length > 1;
    return isShared ? `part-${nameOf(open)}${marksOf(users)}` : undefined;
  }
  const [page] = area;
  if (area.length > 1) return sharedChunk(users);
  if (page !== undefined) {
    if (areaDoors.test(page)) return 'area';
    // A part of another page does not fetch this one for the sake of a few lines.
    const isOfDrawers = parts.some((part) => addressedDrawers.has(part));
    const isSmall = isOfDrawers && size < leastOfPage && [...ways].some((way) => way !== page);
    return isSmall ? 'area' : `area-${basename(page).split('.')[0]}`;
  }
  const drawers = parts.filter((part) => addressedDrawers.has(part));
  if (drawers.length > 1) return 'area-drawers';
  if (drawers[0] !== undefined) return `area-${basename(drawers[0]).split('.')[0]}`;
  return parts.length > 1 ? `area-parts-${nameOf([...ways])}` : undefined;
};

interface ChunkPlan {
  /** Whether the entry begins with a module. */
  readonly isInitial: (id: string) => boolean;
  readonly chunkOf: (id: string) => string | undefined;
}

/** Bundles once without writing, to know which entries load a module after unused code is gone, and plans its chunk from that. */
export const planChunks = async (config: InlineConfig): Promise<ChunkPlan> => {
  const built = await build({
    ...config,
    configFile: false,
    logLevel: 'error',
    build: { ...config.build, write: false, minify: false, emptyOutDir: false },
  });
  const { output } = (Array.isArray(built) ? built[0] : built) as Rolldown.RolldownOutput;
  const chunks = new Map(output.flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file] as const] : [])));
  const users = usersOf(chunks);
  const sharedChunk = sharedChunks(users);
  const entries = new Set([...chunks.values()].map(({ facadeModuleId }) => facadeModuleId));
  const main = [...chunks.values()].find(({ isEntry }) => isEntry)?.facadeModuleId ?? '';
  const isInitial = (id: string): boolean => users.get(id)?.open.includes(main) ?? false;
  const plannedChunk = (id: string): string | undefined => {
    const known = users.get(id);
    // What is fetched by itself keeps a chunk of its own, unless a page of the area begins with it, or its address opens it.
    const isShownFirst = known?.open.length === 0 && (known.area.length > 0 || addressedDrawers.has(id));
    const isAlone = entries.has(id) && !isShownFirst;
    return known === undefined || isAlone ? undefined : chunkOf(known, sharedChunk);
  };
  return { isInitial, chunkOf: plannedChunk };
};
