import { headOf } from '#kernel/observe/gauges';
import { seriesOf } from '#kernel/observe/series';

/** Upper bounds of durations: few, because each operation has all of them. @unit seconds */
const bounds = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5] as const;

interface Tally {
  readonly byStatus: Map<number, number>;
  /** Calls by the first bound that they do not exceed; the last entry counts those beyond all. */
  readonly byBound: number[];
  sum: number;
}

const newTally = (): Tally => ({ byStatus: new Map(), byBound: Array.from(bounds, () => 0).concat(0), sum: 0 });

/** Counts calls and their durations. */
export interface CallTallies {
  count(operation: string, status: number, ms: number): void;
  /** The two metrics as Prometheus text. */
  text(): string;
}

const durationLines = (operation: string, { byBound, sum }: Tally): string[] => {
  const name = 'ronghui_call_seconds';
  const label = `operation="${operation}"`;
  let total = 0;
  const buckets = byBound.map((count, at) => {
    total += count;
    return `${name}_bucket{le="${bounds[at] ?? '+Inf'}",${label}} ${total}`;
  });
  return [...buckets, `${name}_sum{${label}} ${sum}`, `${name}_count{${label}} ${total}`];
};

/**
 * Counts every call in plain numbers and writes their text when it is asked for: the metrics library looks each number up by its labels' text,
 * which takes one of a public read's thirty microseconds. Names of operations need no escaping.
 */
export const createCallTallies = (): CallTallies => {
  const tallies = new Map<string, Tally>();
  return {
    count(operation, status, ms) {
      let tally = tallies.get(operation);
      if (tally === undefined) {
        tally = newTally();
        tallies.set(operation, tally);
      }
      const { byStatus, byBound } = tally;
      byStatus.set(status, (byStatus.get(status) ?? 0) + 1);
      const seconds = ms / 1000;
      let at = 0;
      while (at < bounds.length && seconds > (bounds[at] ?? 0)) at += 1;
      byBound[at] = (byBound[at] ?? 0) + 1;
      tally.sum += seconds;
    },
    text() {
      const calls = [...tallies].flatMap(([operation, { byStatus }]) =>
        [...byStatus].map(
          ([status, count]) => `ronghui_calls_total{operation="${operation}",status="${status}"} ${count}`,
        ),
      );
      const durations = [...tallies].flatMap(([operation, tally]) => durationLines(operation, tally));
      const lines = [
        headOf(seriesOf('ronghui_call_seconds')),
        ...durations,
        '',
        headOf(seriesOf('ronghui_calls_total')),
        ...calls,
      ];
      return `${lines.join('\n')}\n`;
    },
  };
};
