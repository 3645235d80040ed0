import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { browserArgs } from './tools/browser/browser-args.mjs';
import { findTestBrowser } from './tools/browser/find-browser.mjs';

// They end what hangs and measure nothing: long enough for a slow machine that does several things at once.
const timeouts = { testTimeout: 60_000, hookTimeout: 120_000, expect: { poll: { timeout: 15_000 } } };
const path = (file: string) => fileURLToPath(new URL(file, import.meta.url));
const restoreAfterFile = [path('apps/server/src/kernel/testing/restore-after-file.ts')];
/** The same limit for what Testing Library waits for; and what puts the page back that files of a worker share. */
const onPage = ['wait-timeout', 'restore-page'].map((name) => path(`packages/ui/src/testing/${name}.fixture.ts`));
const node = (name: string, root: string) => ({
  test: { name, root, environment: 'node', include: ['**/*.test.ts'], ...timeouts },
});
/** Files of plain Node that leave nothing behind them: a worker loads the modules once for all of its files. */
const inSharedWorkers = (name: string, root: string) => ({ test: { ...node(name, root).test, isolate: false } });
// One PostgreSQL with a migrated template for the run; each file clones its own database (house 11). A worker that has loaded and compiled the
// server goes on with the next file: a quarter of the processor's time of a run.
const onDatabase = (
  name: string,
  root: string,
  files: { readonly include?: string[]; readonly exclude?: string[]; readonly env?: Readonly<Record<string, string>> },
) => ({
  test: {
    ...inSharedWorkers(name, root).test,
    ...files,
    globalSetup: ['kernel/testing/global-setup.ts'],
    setupFiles: restoreAfterFile,
  },
});
// A DOM takes longer to load than most files of tests to run: a worker has one for all of its files.
const dom = (name: string, root: string, inBrowser: readonly string[] = []) => ({
  test: {
    ...inSharedWorkers(name, root).test,
    environment: 'happy-dom',
    setupFiles: onPage,
    include: ['src/**/*.test.{ts,tsx}'],
    exclude: ['**/node_modules/**', ...inBrowser],
  },
});
// What drives a real browser: left out where there is none; `CHROME_PATH` names it to every test, `CHROME_ARGS` how it is started.
const browser = findTestBrowser(process.env);
const uiInBrowser = ['src/real-browser.test.ts', 'src/look.test.ts'];
const kitInBrowser = ['src/browser/!(bundle|release|install).test.ts'];
/** Parts of the long run (`tools/launch/long/parts.mjs`): each is a project, which `npm test` leaves out. */
const kitRelease = ['src/browser/{release,install}.test.ts'];
const statementFaults = ['**/*statement-faults.test.ts'];
/** Their tests run a few parts of random cases in `server`, and all in the long part. */
const randomCases = [
  'features/bill/generation/generation.test.ts',
  'features/invoice/issuer/lying-issuer.test.ts',
  'features/recon/intake/made-ledgers.test.ts',
  'features/recon/matching/matching.test.ts',
  'features/recon/result/hand-oracle.test.ts',
];
const readingMemory = ['kernel/files/reading/reading-memory.test.ts'];
const bareMachine = ['browser/packaged-browser.test.ts'];
const archive = ['release/archive/*.test.ts'];
const inBrowser = (name: string, root: string, include: string[]) =>
  browser === undefined
    ? []
    : [
        {
          test: {
            ...node(name, root).test,
            env: { CHROME_PATH: browser, CHROME_ARGS: browserArgs.join(' ') },
            include,
          },
        },
      ];

export default defineConfig({
  test: {
    // A test of the server waits for its database half of the time: one more than there are cores keeps them busy.
    maxWorkers: availableParallelism() + 1,
    projects: [
      inSharedWorkers('domain', 'packages/domain/src'),
      inSharedWorkers('contract', 'packages/contract/src'),
      inSharedWorkers('client', 'packages/client/src'),
      dom('ui', 'packages/ui', uiInBrowser),
      dom('chat-kit', 'packages/chat-kit', [...kitInBrowser, ...kitRelease]),
      dom('web', 'packages/web'),
      dom('portal', 'apps/portal'),
      dom('console', 'apps/console'),
      onDatabase('server', 'apps/server/src', {
        exclude: ['**/node_modules/**', ...statementFaults, ...readingMemory],
      }),
      {
        test: {
          ...node('tools', 'tools').test,
          exclude: ['**/node_modules/**', 'faults/**', 'monitoring/live/**', 'new-noun/**', ...bareMachine, ...archive],
        },
      },
      onDatabase('statement-faults', 'apps/server/src', { include: statementFaults }),
      onDatabase('random-cases', 'apps/server/src', { include: randomCases, env: { RANDOM_CASES: 'all' } }),
      { test: { ...node('faults', 'tools/faults').test, exclude: ['**/node_modules/**', 'machine/**'] } },
      {
        test: {
          ...node('machine-faults', 'tools/faults/machine').test,
          globalSetup: [path('tools/faults/machine/table-writer.ts')],
        },
      },
      node('alerts', 'tools/monitoring/live'),
      { test: { ...node('reading-memory', 'apps/server/src').test, include: readingMemory } },
      node('scaffold', 'tools/new-noun'),
      ...inBrowser('kit-browser', 'packages/chat-kit', kitInBrowser),
      ...inBrowser('ui-browser', 'packages/ui', uiInBrowser),
      { test: { ...node('kit-release', 'packages/chat-kit').test, include: kitRelease } },
      { test: { ...node('bare-machine', 'tools').test, include: bareMachine } },
      { test: { ...node('archive', 'tools').test, include: archive } },
    ],
  },
});
