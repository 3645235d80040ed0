/** What a soak's load has done. */
export interface SoakCounts {
  calls: number;
  logins: number;
  /** 503: the server was too busy for a call, as it may be. */
  refused: number;
  /** Every other reply that was not expected. */
  readonly unexpected: string[];
}

/** What a soak measured. */
export interface Soak {
  /** Resident memory of a started server before the first call. */
  readonly restMb: number;
  /** The median of each minute under load. @unit MB */
  readonly byMinute: readonly number[];
  readonly counts: SoakCounts;
}

const goals = { restMb: 250, growth: 0.05 };

/** An amount of memory in words. */
export const mb = (value: number): string => `${value.toFixed(0)} MB`;

/** The minute that the end is compared with: the tenth of an hour, the same sixth of a shorter run. */
const settledMinute = (minutes: number): number => Math.max(1, Math.round(minutes / 6));

/** The measurement as a table, and what is wrong with it. */
export const judgeSoak = ({
  restMb,
  byMinute,
  counts,
}: Soak): { readonly rows: readonly string[]; readonly faults: readonly string[] } => {
  const minutes = byMinute.length;
  const settled = settledMinute(minutes);
  const [then = Number.NaN, end = Number.NaN] = [byMinute[settled - 1], byMinute.at(-1)];
  const growth = end / then - 1;
  const percent = `${(growth * 100).toFixed(1)} %`;
  const perSecond = (counts.calls / (minutes * 60)).toFixed(0);
  return {
    rows: [
      '| What | Measured | Goal |',
      '| --- | --- | --- |',
      `| at rest, before the first call | ${mb(restMb)} | < ${mb(goals.restMb)} |`,
      `| minute ${settled} | ${mb(then)} | |`,
      `| minute ${minutes} | ${mb(end)}, ${percent} | ≤ ${goals.growth * 100} % |`,
      `| highest minute | ${mb(Math.max(...byMinute))} | |`,
      `| load | ${perSecond} calls a second, ${counts.logins} logins, ${counts.refused} refused as too busy | |`,
    ],
    faults: [
      ...(restMb < goals.restMb ? [] : [`${mb(restMb)} at rest`]),
      ...(growth <= goals.growth ? [] : [`${percent} more than in minute ${settled}`]),
      ...counts.unexpected.slice(0, 5),
    ],
  };
};
