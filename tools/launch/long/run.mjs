import { join } from 'node:path';
import { run } from '../child.mjs';
import { conclude, sum } from '../results/totals.mjs';
import { playwright, vitest } from '../runners.mjs';
import { say } from '../say.mjs';
import { changedParts, digestOf, keepGreen } from './green-parts.mjs';
import { longParts } from './parts.mjs';

/** What fails beside everything else is tried once more (decision 0065). */
const journeyAgain = '--retries=1';

/** @typedef {import('../node/runtime.mjs').Runtime} Runtime */
/** @typedef {import('./parts.mjs').LongPart} LongPart */
/** @typedef {import('../results/totals.mjs').Totals} Totals */

const reports = '.runtime/reports';

/**
 * With `--changed` the long parts whose protected files are not those of their last green run, with as many rounds as in any run; with names
 * the parts of these names, which write what they measure into the documents and compare it with nothing; otherwise everything that has rounds, with all of them, then an
 * hour of mixed load. A part that is green is kept as such, but for one that ran by its name. Standard output ends with the totals.
 *
 * @param {string} base
 * @param {Runtime} runtime
 * @param {readonly string[]} args `--changed`, names of parts, or minutes for the load
 * @returns {Promise<number>} the exit code
 */
export async function long(base, runtime, args) {
  if (args.includes('--changed')) return changed(base, runtime);
  const names = args.filter((arg) => !/^\d{1,6}$/.test(arg));
  return names.length === 0 ? everything(base, runtime, args) : named(base, runtime, names);
}

/**
 * @param {string} base
 * @param {Runtime} runtime
 * @param {readonly string[]} names
 */
async function named(base, runtime, names) {
  const unknown = names.filter((name) => !longParts.some((part) => part.name === name));
  if (unknown.length > 0) {
    const known = longParts.map(({ name }) => name).join(' ');
    say(`没有这样的长测 / no such long part: ${unknown.join(' ')}. ${known}`);
    return 1;
  }
  const env = { ...runtime.env, RONGHUI_FAULT_TABLE: 'write' };
  /** @type {Totals[]} */
  const totals = [];
  for (const part of longParts.filter(({ name, onlyByName = [name] }) => onlyByName.some((one) => names.includes(one))))
    totals.push(await runPart(base, env, part, {}));
  return conclude(sum(totals));
}

/**
 * @param {string} base
 * @param {Runtime} runtime
 */
async function changed(base, runtime) {
  const parts = changedParts(base);
  if (parts.length === 0) {
    say(
      '长测所保护的内容自上次通过后没有变化。/ Nothing that the long parts protect has changed since they were green.',
    );
    return conclude({ passed: 0, failed: 0 }, { mayBeEmpty: true });
  }
  const names = parts.map(({ name }) => name).join(' ');
  say(`长测所保护的内容已变化，运行 / what long parts protect has changed, these run: ${names}`);
  /** @type {Totals[]} */
  const totals = [];
  for (const part of parts) totals.push(await runAndKeep(base, runtime.env, part, { secondAttempt: true }));
  return conclude(sum(totals));
}

/**
 * @param {string} base
 * @param {Runtime} runtime
 * @param {readonly string[]} args
 */
async function everything(base, runtime, args) {
  const env = { ...runtime.env, RONGHUI_LONG: '1' };
  /** @type {Totals[]} */
  const totals = [];
  /** @param {string} name */
  const keep = (name) => join(base, reports, `long-${name}.json`);
  for (const part of longParts) totals.push(await runAndKeep(base, env, part, { keep: keep(part.name) }));
  totals.push(await vitest(base, env, ['--project=server'], { keep: keep('server') }));
  const ofVitest = longParts.filter(({ isJourney = false }) => !isJourney).map(({ name }) => name);
  const kept = [...ofVitest, 'server'].map(keep);
  const tools = [
    ['tools/bench/long-run.ts', ...kept],
    ['tools/bench/soak.ts', ...args],
  ];
  for (const tool of tools) {
    const code = await run('node', tool, { cwd: base, env });
    if (code !== 0) totals.push({ passed: 0, failed: 1, failures: [`FAILED besides tests: ${tool[0]}`] });
  }
  return conclude(sum(totals));
}

/** @param {LongPart} part */
const atOnce = ({ filesAtOnce }) => (filesAtOnce === undefined ? [] : [`--maxWorkers=${filesAtOnce}`]);

/**
 * @param {string} base
 * @param {NodeJS.ProcessEnv} env
 * @param {LongPart} part
 * @param {import('../runners.mjs').VitestOptions} options
 */
function runPart(base, env, part, options) {
  return part.isJourney
    ? playwright(base, env, [`--project=${part.name}-*`, ...(options.secondAttempt ? [journeyAgain] : [])])
    : vitest(base, env, [`--project=${part.name}`, ...atOnce(part)], options);
}

/**
 * Runs a part with everything that it compares, and keeps that it was green.
 *
 * @param {string} base
 * @param {NodeJS.ProcessEnv} env
 * @param {LongPart} part
 * @param {import('../runners.mjs').VitestOptions} options
 */
async function runAndKeep(base, env, part, options) {
  // Of before the run: what changes meanwhile was not tested.
  const digest = digestOf(base, part);
  const totals = await runPart(base, env, part, options);
  const isGreen = totals.failed === 0 && totals.passed > 0 && part.onlyByName === undefined;
  if (isGreen) keepGreen(base, part.name, { digest, on: new Date().toISOString().slice(0, 10) });
  return totals;
}
