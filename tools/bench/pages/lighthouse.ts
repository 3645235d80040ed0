import { createServer } from 'node:net';

const attempts = 4;
/** The categories whose scores must be perfect. */
export const perfect = ['accessibility', 'best-practices', 'seo'] as const;

/** The result of one run. @unit ms for the paint, 0 to 100 for scores */
export interface Seen {
  readonly paintMs: number;
  readonly shift: number;
  readonly scores: Readonly<Record<string, number>>;
  /** Audits that lowered a score, so that they can be fixed. */
  readonly faults: readonly string[];
}

/** The used part of Lighthouse, which only the benchmark installs. */
type Lighthouse = (
  url: string,
  flags: {
    port: number;
    output: 'json';
    logLevel: 'error';
    onlyCategories: string[];
    disableStorageReset: boolean;
  },
) => Promise<{ readonly lhr: Report } | undefined>;
interface Report {
  readonly runtimeError?: { readonly message: string };
  readonly audits: Readonly<Record<string, { readonly score: number | null; readonly numericValue?: number }>>;
  readonly categories: Readonly<
    Record<
      string,
      { readonly score: number | null; readonly auditRefs: readonly { readonly id: string; readonly weight: number }[] }
    >
  >;
}
const packageName: string = 'lighthouse';
// Its types are not installed for other work, so the used ones are declared above.
const loadLighthouse = async (): Promise<Lighthouse> => (await import(packageName)).default;

/** A free port of loopback. */
export const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      probe.close(() => resolve(port));
    });
  });

/** What is asked of a run; a page behind a login keeps its cookie. */
interface Asked {
  readonly onlyCategories: string[];
  readonly isSignedIn: boolean;
}

/** Runs Lighthouse; a trace that is lost on a busy machine is made again, a bounded number of times. */
const report = async (url: string, port: number, { onlyCategories, isSignedIn }: Asked): Promise<Report> => {
  const lighthouse = await loadLighthouse();
  const flags = { onlyCategories, disableStorageReset: isSignedIn };
  for (let attempt = 1; ; attempt += 1) {
    const result = await lighthouse(url, { port, output: 'json', logLevel: 'error', ...flags });
    if (result !== undefined && result.lhr.runtimeError === undefined) return result.lhr;
    if (attempt === attempts)
      throw new Error(`${url}: ${result?.lhr.runtimeError?.message ?? 'Lighthouse returned nothing'}`);
  }
};

/** Looks at a page as a phone, once. */
export const look = async (url: string, port: number, asked: Asked): Promise<Seen> => {
  const { audits, categories } = await report(url, port, asked);
  const faults = perfect.flatMap((name) =>
    (categories[name]?.auditRefs ?? [])
      .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
      .map(({ id }) => `${name}: ${id}`),
  );
  return {
    paintMs: audits['largest-contentful-paint']?.numericValue ?? Number.NaN,
    shift: audits['cumulative-layout-shift']?.numericValue ?? Number.NaN,
    scores: Object.fromEntries(
      Object.entries(categories).map(([name, { score }]) => [name, Math.round((score ?? 0) * 100)]),
    ),
    faults,
  };
};
