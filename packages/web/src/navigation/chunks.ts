import {
  type ComponentType,
  createElement,
  type ReactNode,
  Suspense,
  use,
  useEffect,
  useEffectEvent,
  useState,
} from 'react';
import { showToast } from '../screen/toasts.ts';

/** How long a chunk may take. @unit ms @source R2.2, R9.1 */
const chunkTimeoutMs = 120_000;

/** A chunk that failed to load or timed out. @source R2.2 */
export class ChunkError extends Error {
  override readonly name = 'ChunkError';
}

/** A module that exports one component and nothing else. */
export type ChunkModule<Props> = Readonly<Record<string, ComponentType<Props>>>;

/** Loads a component from its own chunk: `() => import('./x.tsx')`. */
export type LoadChunk<Props> = () => Promise<ChunkModule<Props>>;

/** A page's module; its page component is the export named `…Page`. */
export type PageModule<Props> = { readonly [name: `${string}Page`]: ComponentType<Props> };

/** Loads a page's module, `() => import('./x-page.tsx')`; the route table has one for each page. */
export type LoadPage<Props> = () => Promise<PageModule<Props>>;

const componentOf = <Props>(module: PageModule<Props>): ComponentType<Props> => {
  const exported = Object.entries(module);
  const found = exported.find(([name]) => name.endsWith('Page')) ?? exported[0];
  if (found === undefined) throw new Error('a chunk exports no component');
  return found[1];
};

// The key is the loading function, so the value has the type of its promise.
const loading = new Map<unknown, Promise<unknown>>();
const loaded = new Set<unknown>();
// By the promise of a chunk: the same, undefined where it failed.
const outcomes = new WeakMap<object, Promise<unknown>>();

/** Marks settled promises as React does, so that `use` reads their value without suspending. */
const keep = <Part>(load: unknown, promises: readonly Promise<Part | undefined>[], value: Part): void => {
  for (const promise of promises) void Object.assign(promise, { status: 'fulfilled', value });
  loaded.add(load);
};

const inTime = <Props>(load: LoadPage<Props>): Promise<ComponentType<Props>> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new ChunkError('the chunk did not load in time')), chunkTimeoutMs);
    load()
      .then((module) => componentOf<Props>(module))
      .then(resolve, (cause: unknown) => reject(new ChunkError('the chunk failed to load', { cause })))
      .finally(() => clearTimeout(timer));
  });

/** Fetches a chunk once; a failed one stays failed until `forgetFailedChunks`. */
export const loadChunk = <Props>(load: LoadPage<Props>): Promise<ComponentType<Props>> => {
  const known = loading.get(load) as Promise<ComponentType<Props>> | undefined;
  if (known !== undefined) return known;
  const started = inTime(load);
  loading.set(load, started);
  const outcome: Promise<ComponentType<Props> | undefined> = started.then(
    (part) => {
      keep(load, [started, outcome], part);
      return part;
    },
    () => undefined,
  );
  outcomes.set(started, outcome);
  return started;
};

/** Lets failed chunks be fetched again. */
export const forgetFailedChunks = (): void => {
  for (const load of Array.from(loading.keys())) if (!loaded.has(load)) loading.delete(load);
};

/** Registers a component that is loaded already: the one that the server renders. */
export const presetChunk = <Props>(load: LoadPage<Props>, part: ComponentType<Props>): void => {
  const there = Promise.resolve(part);
  loading.set(load, there);
  outcomes.set(there, there);
  keep(load, [there], part);
};

/** The component; suspends until it is loaded. */
export const useChunk = <Props>(load: LoadPage<Props>): ComponentType<Props> => use(loadChunk(load));

/** Of a part that failed to load. */
export const failedText = '加载失败，请重试或刷新页面';

/** Says that a part failed to load, and closes it, so that what asked for it can ask again. */
const FailedToOpen = ({ onClose }: { readonly onClose: () => void }): null => {
  const close = useEffectEvent(() => onClose());
  useEffect(() => {
    forgetFailedChunks();
    showToast('bad', failedText);
    close();
  }, []);
  return null;
};

/** What a part may have: it stands in front of the page, and is closed. */
interface Closable {
  readonly onClose?: (() => void) | undefined;
}

/**
 * A part of a page that is fetched when it is first shown, so that the page's first load is smaller. If it fails to load, only the part is
 * missing, and what was entered on the page stays: one that can be closed is closed with a message, and the next press fetches it again;
 * another one says so in its place, with a retry.
 *
 * @source R2.2
 */
export const lazyPart = <Props extends object>(
  load: LoadChunk<Props>,
  waiting: ReactNode = null,
): ComponentType<Props & Closable> => {
  const Loaded = (props: Props & Closable): ReactNode => {
    const [pressed, tryAgain] = useState<() => Element | undefined>();
    const part = use(outcomes.get(loadChunk(load)) as Promise<ComponentType<Props> | undefined>);
    useEffect(() => {
      // Without it the focus stays on the page.
      if (pressed)
        import('./part-focus.ts').then(
          ({ focusPart }) => focusPart(pressed()),
          () => undefined,
        );
    }, [pressed]);
    if (part !== undefined) return createElement(part, props);
    if (props.onClose !== undefined) return createElement(FailedToOpen, { onClose: props.onClose });
    const onClick = ({ currentTarget }: { readonly currentTarget: HTMLElement }): void => {
      forgetFailedChunks();
      // The button's paragraph. The list of its siblings is live: with one less there, the part shows nothing.
      const siblings = currentTarget.parentElement?.parentElement?.children ?? [];
      const { length } = siblings;
      const place = [...siblings].findIndex((each) => each.contains(currentTarget));
      tryAgain(() => () => (siblings.length < length ? undefined : siblings[place]));
    };
    return createElement(
      'p',
      { role: 'alert', className: 'failed-part' },
      `${failedText} `,
      createElement('button', { type: 'button', onClick }, '重试'),
    );
  };
  return (props) => createElement(Suspense, { fallback: waiting }, createElement(Loaded, props));
};
