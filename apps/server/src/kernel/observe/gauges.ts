import { type NameOf, type Series, series } from '#kernel/observe/series';

/** A value under labels. */
export interface Reading {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}
/** What a look saw: a value, values under labels, or nothing that can be known now. */
export type Readings = Readonly<Partial<Record<NameOf<'gauge'>, number | boolean | readonly Reading[] | null>>>;
/** Looks at some gauges. */
export type Look = () => Readings | Promise<Readings>;

/** The gauges of a process. */
export interface Gauges {
  /** Adds a look; what it saw is kept for a time. One that fails or is late leaves what it saw before, for a minute: then nobody knows. */
  watch(this: void, look: Look, keptMs?: number): void;
  /** Looks, where it is time. */
  seen(this: void): Promise<Readings>;
  /** The same, written as Prometheus text. */
  text(): Promise<string>;
}

const labelled = ({ labels, value }: Reading): string => {
  const pairs = Object.entries(labels).map(([name, text]) => `${name}="${text.replaceAll(/["\\\n]/g, '_')}"`);
  return `${pairs.length === 0 ? '' : `{${pairs.join(',')}}`} ${value}`;
};

/** The two lines before the values of a series. */
export const headOf = ({ name, help, kind }: Series): string => `# HELP ${name} ${help}\n# TYPE ${name} ${kind}`;

/** What a gauge says, each value under its labels; nothing where it is not known. */
export const readingsOf = (seen: Readings[NameOf<'gauge'>]): readonly Reading[] => {
  if (seen === null || seen === undefined) return [];
  return typeof seen === 'object' ? seen : [{ labels: {}, value: Number(seen) }];
};

/** Who scrapes waits ten seconds for all of them; a folder that hangs, or a bucket that says nothing, may not cost the rest. @unit ms */
const longestMs = 5000;
/** How long what a look saw is shown while it fails. @unit ms */
const knownForMs = 60_000;

const inTime = (looking: Promise<unknown>): Promise<unknown> => {
  const { promise: late, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, longestMs);
  return Promise.race([looking, late]).finally(() => clearTimeout(timer));
};

/** Keeps the looks, so that who asks often, or many at once, cost one look in a while. */
export const createGauges = (): Gauges => {
  const looks: (() => Promise<Readings>)[] = [];
  const seenNow = async (): Promise<Readings> => Object.assign({}, ...(await Promise.all(looks.map((look) => look()))));
  return {
    seen: seenNow,
    watch(look, keptMs = 0) {
      let seen: Readings = {};
      let seenAtMs = Number.NEGATIVE_INFINITY;
      let looking: Promise<Readings> | null = null;
      let knownAtMs = Number.NEGATIVE_INFINITY;
      const lookNow = async (): Promise<Readings> => {
        try {
          seen = await look();
          knownAtMs = performance.now();
        } catch {
          // The other figures matter most when the database is unreachable.
        }
        seenAtMs = performance.now();
        return seen;
      };
      const known = (): Readings => (performance.now() - knownAtMs < Math.max(knownForMs, keptMs) ? seen : {});
      looks.push(async () => {
        if (performance.now() - seenAtMs < keptMs) return known();
        looking ??= lookNow().finally(() => {
          looking = null;
        });
        await inTime(looking);
        return known();
      });
    },
    async text() {
      const seen = await seenNow();
      const lines = series.flatMap((each) =>
        each.kind === 'gauge'
          ? [headOf(each), ...readingsOf(seen[each.name]).map((reading) => `${each.name}${labelled(reading)}`), '']
          : [],
      );
      return lines.join('\n');
    },
  };
};
