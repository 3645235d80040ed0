import { existsSync, readdirSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { runSteps } from './steps.mjs';

const longest = ['apps/server', 'tools', 'apps/portal', 'apps/console'];

/**
 * A compiler divides a folder among checkers, each of which finds the types of what it imports anew: with its four by default the server took 55
 * seconds of processor, with one 35. So there are as many as the cores that nothing else takes.
 */
const checkers = String(Math.max(1, Math.floor(cpus().length / 4)));

/**
 * The folders with a TypeScript configuration of their own.
 *
 * @param {string} base
 */
function typedFolders(base) {
  const rooms = ['packages', 'apps'].flatMap((group) =>
    readdirSync(join(base, group)).map((name) => `${group}/${name}`),
  );
  const typed = [...rooms, 'tools', 'e2e'].filter((folder) => existsSync(join(base, folder, 'tsconfig.json')));
  // What takes longest begins first, so that nothing of it is left to run alone.
  return [...longest, ...typed.filter((folder) => !longest.includes(folder))].filter((folder) =>
    typed.includes(folder),
  );
}

/**
 * @param {string} base
 * @returns {import('./steps.mjs').Step[]}
 */
export function typeSteps(base) {
  return typedFolders(base).map((folder) => {
    // What has not changed since the last run is not checked again.
    const kept = join('.runtime', 'types', `${folder.replaceAll('/', '-')}.tsbuildinfo`);
    const args = ['-p', folder, '--incremental', '--tsBuildInfoFile', kept, '--checkers', checkers];
    return { name: `types ${folder}`, command: 'tsc', args };
  });
}

/** @type {import('./steps.mjs').Step} */
export const formatStep = { name: 'format', command: 'biome', args: ['check', '--error-on-warnings', '.'] };

/** @type {import('./steps.mjs').Step} */
export const lintStep = { name: 'lint', command: 'oxlint', args: ['--type-aware', '--deny-warnings'] };

/**
 * The byte budget of each route's first load, checked on the finished build.
 *
 * @type {import('./steps.mjs').Step[]}
 */
const firstLoadSteps = ['portal', 'console'].map((app) => ({
  name: `first load ${app}`,
  command: 'node',
  args: [`apps/${app}/tools/first-load.mjs`],
}));

/**
 * Checks that Vitest does not run; they need the browser build. `npm test` runs them beside all tests.
 *
 * @param {string} base
 */
export function staticSteps(base) {
  const knip = { name: 'knip', command: 'knip', args: ['--no-progress'] };
  return [lintStep, ...typeSteps(base), knip, formatStep, ...firstLoadSteps];
}

/**
 * Everything that `npm run check` runs: the static steps, and the tests that guard the repository's form and generated files.
 *
 * @param {string} base
 */
export function checkSteps(base) {
  const args = ['run', '--project', 'tools', '--project', 'contract'];
  const guards = { name: 'guards', command: 'vitest', args };
  // The longest first.
  return [guards, ...staticSteps(base)];
}

/**
 * How much the compilers and the linter of types, which are written in Go, let pile up before they collect it: a seventh of their time less for 30 of
 * 660 MB more.
 */
const collectLate = { GOGC: '400' };

/**
 * @param {string} base
 * @param {NodeJS.ProcessEnv} env
 * @param {readonly import('./steps.mjs').Step[]} steps
 */
export function check(base, env, steps) {
  return runSteps(steps, { cwd: base, env: { ...collectLate, ...env }, atOnce: Math.min(4, cpus().length) });
}
