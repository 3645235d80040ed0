import { setTimeout as wait } from 'node:timers/promises';
import { alerts } from '../files.ts';

/** A second of a recording stands for this many of an installation: rules are looked at every second. */
export const scale = 15;

const text = alerts.map(({ expr }) => expr).join(' ');
const isAsked = (name: string): boolean => text.includes(name);

/** What was scraped, second by second. */
export interface Recording {
  /** How many seconds so far. */
  readonly length: number;
  /** Scrapes once a second for a time; `within` is called before each. */
  record(seconds: number, within?: () => Promise<unknown> | void): Promise<void>;
  /** Scrapes until the text is what is waited for, for at most a minute and a half; `within` is called before each. */
  until(shown: (text: string) => boolean, within?: () => Promise<unknown> | void): Promise<void>;
  /** For a test file of promtool. */
  inputSeries(): readonly { readonly series: string; readonly values: string }[];
}

const target = 'job="ronghui",instance="a"';

/** Records a server's /metrics. A scrape that is late leaves a gap, as Prometheus' does. */
export const recordingOf = (url: string): Recording => {
  const values = new Map<string, Map<number, string>>();
  const startedMs = performance.now();
  let at = 0;
  let last = '';
  const keep = (series: string, value: string): void => {
    const own = values.get(series) ?? new Map<number, string>();
    values.set(series, own.set(at, value));
  };
  const scrape = async (): Promise<void> => {
    last = await fetch(new URL('/metrics', url), { signal: AbortSignal.timeout(9000) }).then(
      (reply) => reply.text(),
      () => '',
    );
    at = Math.max(at + 1, Math.round((performance.now() - startedMs) / 1000));
    keep(`up{${target}}`, last === '' ? '0' : '1');
    for (const [, name = '', labels = '', value = ''] of last.matchAll(/^(ronghui_\w+)(?:\{([^}]*)\})? (\S+)$/gm))
      if (isAsked(name)) keep(`${name}{${labels === '' ? target : `${labels},${target}`}}`, value);
  };
  const second = async (within?: () => Promise<unknown> | void): Promise<void> => {
    const nextMs = startedMs + (at + 1) * 1000;
    await within?.();
    await wait(Math.max(0, nextMs - performance.now()));
    await scrape();
  };
  return {
    get length() {
      return at;
    },
    async record(seconds, within) {
      for (const end = at + seconds; at < end; ) await second(within);
    },
    async until(shown, within) {
      for (const end = at + 90; at < end && !shown(last); ) await second(within);
      if (!shown(last)) throw new Error('/metrics never shows what is waited for');
    },
    inputSeries: () =>
      [...values].map(([series, own]) => ({
        series,
        values: Array.from({ length: at + 1 }, (_, second) => own.get(second) ?? '_').join(' '),
      })),
  };
};

/** The rules with every duration a fifteenth, or another part. */
export const scaledRules = (rules: string, by = scale): string =>
  rules.replaceAll(/(?<=for: |\[|interval: )(\d+)([smh])/g, (_, count: string, unit: string) => {
    const seconds = Number(count) * { s: 1, m: 60, h: 3600 }[unit as 's' | 'm' | 'h'];
    return `${Math.ceil(seconds / by)}s`;
  });
