/** How a browser is found and started. */
export const browser = ['tools/browser/browser-args.mjs', 'tools/browser/find-browser.mjs', 'tools/launch/paths.mjs'];
/** How Vitest runs a part. */
export const vitest = ['vitest.config.ts', ...browser];

/** A server as it is started, with the demonstration. */
export const servers = [
  'apps/server/migrations',
  'apps/server/src',
  'content/demo',
  'packages/contract/src',
  'packages/domain/src',
  'package-lock.json',
  'tools/driver',
  'tools/launch/child.mjs',
  'tools/launch/exit-with-parent.mjs',
  'tools/launch/node',
  'tools/launch/paths.mjs',
  'tools/launch/say.mjs',
  'tools/launch/start.mjs',
];

/** What tables that people bring are read with. */
export const tableReading = [
  'apps/server/src/features/file/inspection-pools.ts',
  'apps/server/src/features/file/workbook-thread.ts',
  'apps/server/src/features/file/workbook.ts',
  'apps/server/src/kernel/calls/admission/admission.ts',
  'apps/server/src/kernel/refusal.ts',
  'apps/server/src/kernel/files',
  'apps/server/src/kernel/priorities.ts',
  'package-lock.json',
  'packages/domain/src/calendar',
  'packages/domain/src/calendar.ts',
  'packages/domain/src/csv.ts',
  'packages/domain/src/file-kind.ts',
  'packages/domain/src/money',
  'packages/domain/src/money.ts',
  'packages/domain/src/shanghai.ts',
  'packages/domain/src/table',
  'packages/domain/src/table.ts',
  'packages/domain/src/text-order.ts',
];
