import { check, checkSteps, formatStep, lintStep, typeSteps } from './check.mjs';
import { run } from './child.mjs';
import { runTests } from './runners.mjs';
import { LaunchError } from './say.mjs';
import { servedCommands } from './served-commands.mjs';

/** @typedef {import('./node/runtime.mjs').Runtime} Runtime */
/** @typedef {readonly (readonly string[])[]} Commands one after the other; what the person adds goes to the last */

/** @type {Record<string, Commands>} */
export const commands = {
  dev: [['node', 'tools/launch/dev.mjs']],
  journeys: [['playwright', 'test']],
  fix: [
    ['biome', 'check', '--write', '.'],
    ['oxlint', '--fix'],
  ],
  requirements: [['node', 'tools/requirements/requirements.ts']],
  new: [['node', 'tools/new-noun/new-noun.ts']],
  openapi: [
    ['node', 'tools/generate/gateway-map.ts'],
    ['node', 'tools/generate/openapi.ts'],
  ],
  tables: [['node', 'tools/generate/tables.ts']],
  walls: [['node', 'tools/walls/write.ts']],
  ...Object.fromEntries(Object.entries(servedCommands).map(([name, { file }]) => [name, [['node', file]]])),
  'demo:scale': [['node', 'apps/server/src/commands/demo-scale-command.ts']],
  'build:kit': [['node', 'packages/chat-kit/release/build-release.ts']],
  pictures: [['node', 'tools/pictures/pictures.ts']],
  gallery: [['npm', 'run', 'gallery', '-w', '@ronghui/chat-kit']],
  bench: [['node', 'tools/bench/bench.ts']],
  soak: [['node', 'tools/bench/soak.ts']],
  sbom: [['node', 'tools/supply/supply.ts']],
  release: [['node', 'tools/release/release.ts']],
  'release:fixture': [['node', 'tools/release/fixture.ts']],
};

/** @type {Record<string, (base: string) => import('./steps.mjs').Step[]>} */
export const checks = { check: checkSteps, format: () => [formatStep], lint: () => [lintStep], types: typeSteps };

/** Their temporary files stand in memory in every script that runs them by itself. */
const testPrograms = new Set(['vitest', 'playwright']);

/**
 * Runs one of the repository's scripts to its end and returns its exit code.
 *
 * @param {string} name
 * @param {{ base: string, runtime: Runtime, args: readonly string[], machine?: import('./memory-folder.mjs').Machine }} options `machine` as a test says
 */
export async function runTask(name, { base, runtime, args, machine }) {
  const steps = checks[name];
  if (steps !== undefined) return (await check(base, runtime.env, steps(base))).length === 0 ? 0 : 1;
  const list = commands[name];
  if (list === undefined) throw new LaunchError(`没有这个脚本 / no such script: ${name}`);
  for (const [index, [program = '', ...own]] of list.entries()) {
    const all = index === list.length - 1 ? [...own, ...args] : own;
    const options = { cwd: base, env: runtime.env };
    const code = await (testPrograms.has(program)
      ? runTests(program, all, { ...options, machine })
      : run(program, all, options));
    if (code !== 0) return code;
  }
  return 0;
}
