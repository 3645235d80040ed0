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
