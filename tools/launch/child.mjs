import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { beginStep, LaunchError } from './say.mjs';

/** @typedef {import('node:child_process').StdioOptions} StdioOptions */
/** @typedef {{ cwd: string, env: NodeJS.ProcessEnv, stdio?: StdioOptions, output?: { push(piece: Buffer): unknown } }} RunOptions `output` receives what the program prints, instead of the terminal */

/** npm's own output goes to standard error. */
export const quietStdout = /** @type {StdioOptions} */ (['ignore', 2, 2]);

/** How long the pipes of an ended program are read on. @unit ms */
const heldPipes = 2000;

const forwarded = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);

/**
 * The exit code of an ended program, as a shell reports it.
 *
 * @param {number | null} code
 * @param {NodeJS.Signals | null} signal
 */
export function exitCodeOf(code, signal) {
  return code ?? 128 + (signal === null ? 0 : constants.signals[signal]);
}

/**
 * Calls back once when the process that started the launcher has ended, for instance a killed `npm`, so that no child is left behind.
 *
 * @param {() => void} gone
 */
function watchParent(gone) {
  if (process.env['npm_lifecycle_event'] === undefined) return () => undefined;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    gone();
  }, 250);
  return () => clearInterval(timer);
}

/**
 * Runs a program to its end and returns its exit code. Signals are forwarded; the launcher itself stays until the program has ended.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {RunOptions} options
 * @returns {Promise<number>}
 */
export function run(command, args, options) {
  return new Promise((resolve, reject) => {
    const { cwd, env, output, stdio = 'inherit' } = options;
    const child = spawn(command, args, { cwd, env, stdio: output === undefined ? stdio : ['ignore', 'pipe', 'pipe'] });
    for (const stream of output === undefined ? [] : [child.stdout, child.stderr]) {
      stream?.on('data', (piece) => output?.push(piece));
    }
    let forwardedAt = 0;
    // One key press reaches us from the terminal and again from npm: it is forwarded once.
    /** @param {NodeJS.Signals} signal */
    const forward = (signal) => {
      if (Date.now() - forwardedAt < 1000) return;
      forwardedAt = Date.now();
      child.kill(signal);
    };
    for (const signal of forwarded) process.on(signal, forward);
    const unwatch = watchParent(() => forward('SIGTERM'));
    const settle = () => {
      unwatch();
      for (const signal of forwarded) process.off(signal, forward);
    };
    child.once('error', (error) => {
      settle();
      reject(new LaunchError(`${command} 无法启动 / cannot be started: ${error.message}`));
    });
    child.once('exit', (code, signal) => {
      settle();
      const end = () => resolve(exitCodeOf(code, signal));
      if (output === undefined) return end();
      // What a program has printed arrives after its exit, but before its pipes are closed; what it left running may hold them.
      const timer = setTimeout(end, heldPipes);
      child.once('close', () => {
        clearTimeout(timer);
        end();
      });
    });
  });
}

/** Enough for the last lines with their reason. @unit characters */
const endingLength = 8000;

/**
 * Runs a program whose output goes to standard error, to its end, and returns its exit code with the end of what it printed. A terminal is given to
 * the program itself, which then draws on it.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd: string, env: NodeJS.ProcessEnv }} options
 * @param {{ isTTY?: boolean, write(piece: Buffer): unknown }} out
 * @returns {Promise<{ code: number, ending: string }>}
 */
export async function runWithEnding(command, args, options, out = process.stderr) {
  if (out.isTTY) return { code: await run(command, args, { ...options, stdio: quietStdout }), ending: '' };
  let ending = '';
  /** @param {Buffer} piece */
  const push = (piece) => {
    out.write(piece);
    ending = `${ending}${piece.toString()}`.slice(-endingLength);
  };
  const code = await run(command, args, { ...options, output: { push } });
  return { code, ending };
}

/**
 * Runs a program as a step of one line; what it prints is shown only when it fails.
 *
 * @param {string} name
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd: string, env: NodeJS.ProcessEnv }} options
 * @returns {Promise<number>} its exit code
 */
export async function runStep(name, command, args, options) {
  /** @type {Buffer[]} */
  const output = [];
  const end = beginStep(name);
  const code = await run(command, args, { ...options, output }).finally(end);
  if (code !== 0) process.stderr.write(Buffer.concat(output));
  return code;
}
