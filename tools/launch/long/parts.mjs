import { browser, servers, tableReading, vitest } from './part-paths.mjs';

/**
 * Tests that take minutes and protect what seldom changes. They run in `npm run test:long`, and in `.ci/run` when what they protect is not what it
 * was at their last green run (decision 0088).
 *
 * @typedef {object} LongPart
 * @property {string} name its project of Vitest, or the beginning of its projects of Playwright
 * @property {boolean} [isJourney] whether Playwright runs it
 * @property {readonly string[]} [onlyByName] the names by which alone it is asked for, besides a run of everything: it is never among what has changed
 * @property {number} [filesAtOnce] how many of its files run at a time, where it is not for Vitest's configuration to say
 * @property {readonly string[]} protects files and folders, tests in them left out
 * @property {readonly string[]} tests files and folders of its own tests and of what they start
 */

/** @type {readonly LongPart[]} */
export const longParts = [
  {
    // A statement that is lost leaves all of an operation's writes or none.
    name: 'statement-faults',
    protects: [
      'apps/server/migrations',
      'apps/server/src',
      'packages/contract/src',
      'packages/domain/src',
      'package-lock.json',
    ],
    tests: [
      ...vitest,
      ...['bill-', 'merchant-', 'recon-', ''].map(
        (noun) => `apps/server/src/contract-tests/${noun}statement-faults.test.ts`,
      ),
      'apps/server/src/features/bill/line-take-back/take-back-statement-faults.test.ts',
      'tools/carrier/chance.ts',
      'tools/channel',
    ],
  },
  {
    // Fees, matches, steps by hand and files that bookkeepers may bring are what the domain and the generator say, case by case; the first
    // cases of each run with the server's tests too.
    name: 'random-cases',
    protects: [
      'apps/server/migrations',
      'apps/server/src',
      'packages/contract/src',
      'packages/domain/src',
      'package-lock.json',
    ],
    tests: [
      ...vitest,
      ...[
        'bill/generation/generation',
        'invoice/issuer/lying-issuer',
        'recon/intake/made-ledgers',
        'recon/matching/matching',
        'recon/result/hand-oracle',
      ].map((name) => `apps/server/src/features/${name}.test.ts`),
      'apps/server/src/kernel/testing/random-parts.ts',
      'tools/carrier/chance.ts',
      'tools/issuer/issuer.ts',
    ],
  },
  {
    // Servers that are killed under writes, and databases that are silent or gone. Each file has servers with clients beside them, and answers
    // within seconds: a third file on two cores took the time of the others.
    name: 'faults',
    filesAtOnce: 2,
    protects: servers,
    tests: [
      'e2e/commands.ts',
      'e2e/outside-env.ts',
      ...[
        'black-hole.ts',
        'database-gone.test.ts',
        'deaths.ts',
        'kill.test.ts',
        'locked-table.test.ts',
        'merchant-checks.ts',
        'merchant-writers.ts',
        'money',
        'replica.test.ts',
        'rows.ts',
        'sample-files.ts',
        'settings.test.ts',
        'silent-calls.ts',
        'silent-database.test.ts',
        'slow-database.test.ts',
        'starving.test.ts',
        'writers.ts',
      ].map((name) => `tools/faults/${name}`),
      'tools/servers/postgres-pair.ts',
      ...vitest,
    ],
  },
  {
    // Every fault on one machine with what it shows: ten minutes more, which a build does not have.
    name: 'machine-faults',
    onlyByName: ['faults', 'machine-faults'],
    filesAtOnce: 2,
    protects: [...servers, 'deploy/monitoring'],
    tests: [
      'e2e/commands.ts',
      'e2e/outside-env.ts',
      'tools/carrier',
      'tools/faults/black-hole.ts',
      'tools/faults/machine',
      'tools/faults/sample-files.ts',
      'tools/monitoring',
      'tools/servers',
      ...vitest,
    ],
  },
  {
    // Faults of a running server raise the alert of their cause, by what its /metrics shows.
    name: 'alerts',
    protects: [...servers, 'deploy/monitoring'],
    tests: [
      'e2e/commands.ts',
      'e2e/outside-env.ts',
      'tools/faults/black-hole.ts',
      'tools/monitoring',
      'tools/servers',
      ...vitest,
    ],
  },
  {
    // Tables and workbooks of hundreds of megabytes are read or refused within the cap of memory.
    name: 'reading-memory',
    protects: tableReading,
    tests: ['apps/server/src/kernel/files/reading/reading-memory.test.ts', ...vitest],
  },
  {
    // A noun that is laid out passes the check and its tests as it is.
    name: 'scaffold',
    protects: [
      '.oxlintrc.json',
      'apps/portal/src/kernel',
      'apps/portal/src/merchant-pages.ts',
      'apps/portal/src/routes.ts',
      'apps/portal/src/shell',
      'apps/server/migrations',
      'apps/server/src/features/audit/audit-areas.ts',
      'apps/server/src/features/index.ts',
      'apps/server/src/features/tenant/tenant.fixture.ts',
      'apps/server/src/kernel',
      'apps/server/src/tables.gen.ts',
      'biome.json',
      'docs/architecture.md',
      'e2e/findings.ts',
      'e2e/phone-pages.ts',
      'e2e/visitor.ts',
      'knip.json',
      'package-lock.json',
      'packages/chat-kit/src',
      'packages/client/src',
      'packages/contract/src',
      'packages/domain/src',
      'packages/ui/src',
      'packages/web/src',
      'tools/launch/check.mjs',
      'tools/launch/say.mjs',
      'tools/launch/steps.mjs',
      'tsconfig.base.json',
    ],
    tests: [
      ...vitest,
      'apps/portal/src/kernel/paths.test.ts',
      'apps/portal/src/routes.test.ts',
      'apps/server/src/contract-tests/foreign-ids.test.ts',
      'apps/server/src/contract-tests/tenant-wall.test.ts',
      'tools/generate',
      'tools/guards',
      'tools/new-noun',
      'tools/walls',
    ],
  },
  {
    // The chat kit as it is published: its contents, and its installation into an application of somebody else.
    name: 'kit-release',
    protects: ['LICENSE', 'package-lock.json', 'packages/chat-kit', 'tools/react-18', 'tsconfig.base.json'],
    tests: [...vitest, ...['release', 'install'].map((name) => `packages/chat-kit/src/browser/${name}.test.ts`)],
  },
  {
    // The chat kit in a real browser: drag and keyboard, what tries to run, lists of ten thousand, its gallery with axe.
    name: 'kit-browser',
    protects: ['package-lock.json', 'packages/chat-kit'],
    tests: ['packages/chat-kit/src/browser', ...vitest],
  },
  {
    // The widgets in a real browser, on PC and H5 in both themes, with axe; and how they look.
    name: 'ui-browser',
    protects: ['content/demo', 'package-lock.json', 'packages/chat-kit/src', 'packages/ui', 'packages/web/src'],
    tests: [...vitest, ...['look', 'real-browser'].map((name) => `packages/ui/src/${name}.test.ts`)],
  },
  {
    // What every page has to keep to: what it weighs, that nothing moves, that no screen is too narrow or offends axe, on PC and on a phone. What
    // a feature answers is the contract's; it changes every day and is not among what this part protects.
    name: 'every-page',
    isJourney: true,
    protects: [
      'apps/console',
      'apps/portal',
      'apps/server/src/demonstration',
      'apps/server/src/features/site',
      'apps/server/src/kernel/http',
      'apps/server/src/site',
      'content',
      'package-lock.json',
      'packages/chat-kit/src',
      'packages/client/src',
      'packages/contract/src',
      'packages/domain/src',
      'packages/ui/src',
      'packages/web/src',
      'tools/build',
    ],
    tests: [
      ...browser,
      'e2e/commands.ts',
      'e2e/console',
      'e2e/every-page',
      'e2e/findings.ts',
      'e2e/global-setup.ts',
      'e2e/merchant.ts',
      'e2e/outside-env.ts',
      'e2e/phone-pages.ts',
      'e2e/registration.ts',
      'e2e/server-pool.ts',
      'e2e/server.ts',
      'e2e/signed-calls.ts',
      'e2e/staff.ts',
      'e2e/visitor.ts',
      'e2e/wire/client.ts',
      'e2e/worker-server.ts',
      'playwright.config.ts',
    ],
  },
  {
    // A machine with nothing but Node gets a browser and a Chinese font from the registry.
    name: 'bare-machine',
    protects: [
      'package-lock.json',
      'tools/browser',
      'tools/launch/node',
      'tools/launch/paths.mjs',
      'tools/launch/say.mjs',
      'tools/launch/setup-lock.mjs',
      'tools/launch/stamps.mjs',
    ],
    tests: ['tools/browser/packaged-browser.test.ts', ...vitest],
  },
  {
    // The archive starts on a machine without internet, under the bounds of its service, and behind the proxies whose examples it brings.
    name: 'archive',
    filesAtOnce: 1,
    protects: [
      'apps/server/package.json',
      'apps/server/src/adapters/console-build.ts',
      'apps/server/src/adapters/portal-build.ts',
      'apps/server/src/kernel/embedded',
      'apps/server/src/kernel/http',
      'apps/server/src/kernel/observe/health.ts',
      'apps/server/src/main.ts',
      'apps/server/src/serve.ts',
      'deploy',
      'package-lock.json',
      'tools/launch/node',
      'tools/launch/paths.mjs',
      'tools/launch/say.mjs',
      'tools/launch/served-commands.mjs',
      'tools/launch/start.mjs',
      'tools/launch/child.mjs',
      'tools/supply/bill-of-materials.ts',
    ],
    tests: [
      'e2e/outside-env.ts',
      'e2e/wire/client.ts',
      'tools/driver/server-process.ts',
      'tools/release',
      'tools/servers',
      ...vitest,
    ],
  },
];

/** Arguments of Vitest that leave the long parts out. */
export const withoutLongParts = longParts
  .filter(({ isJourney = false }) => !isJourney)
  .map(({ name }) => `--project=!${name}`);

/** Arguments of Playwright that leave the long parts out; it has none that leave a project out. */
export const withoutLongJourneys = ['wire', 'pc', 'console', 'h5'].map((name) => `--project=${name}`);
