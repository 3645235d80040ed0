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
  /** Adds a look; what it saw is kept for a time. A look that fails leaves what it saw before. */
  watch(this: void, look: Look, keptMs?: number): void;
  /** Looks, where it is time, and writes what was seen as Prometheus text. */
  text(): Promise<string>;
}

const labelled = ({ labels, value }: Reading): string => {
  const pairs = Object.entries(labels).map(([name, text]) => `${name}="${text.replaceAll(/["\\\n]/g, '_')}"`);
  return `${pairs.length === 0 ? '' : `{${pairs.join(',')}}`} ${value}`;
};

/** The two lines before the values of a series. */
export const headOf = ({ name, help, kind }: Series): string => `# HELP ${name} ${help}\n# TYPE ${name} ${kind}`;

const readingsOf = (seen: Readings[NameOf<'gauge'>]): readonly Reading[] => {
  if (seen === null || seen === undefined) return [];
  return typeof seen === 'object' ? seen : [{ labels: {}, value: Number(seen) }];
};

/** Keeps the looks, so that who asks often, or many at once, cost one look in a while. */
export const createGauges = (): Gauges => {
  const looks: (() => Promise<Readings>)[] = [];
  return {
    watch(look, keptMs = 0) {
      let seen: Readings = {};
      let seenAtMs = Number.NEGATIVE_INFINITY;
      let looking: Promise<Readings> | null = null;
      const lookNow = async (): Promise<Readings> => {
        try {
          seen = await look();
        } catch {
          // The other figures matter most when the database is unreachable.
        }
        seenAtMs = performance.now();
        return seen;
      };
      looks.push(async () => {
        if (performance.now() - seenAtMs < keptMs) return seen;
        looking ??= lookNow().finally(() => {
          looking = null;
        });
        return looking;
      });
    },
    async text() {
      const seen: Readings = Object.assign({}, ...(await Promise.all(looks.map((look) => look()))));
      const lines = series.flatMap((each) =>
        each.kind === 'gauge'
          ? [headOf(each), ...readingsOf(seen[each.name]).map((reading) => `${each.name}${labelled(reading)}`), '']
          : [],
      );
      return lines.join('\n');
    },
  };
};
