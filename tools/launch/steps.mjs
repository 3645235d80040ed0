import { spawn } from 'node:child_process';
import { say } from './say.mjs';

/** @typedef {{ name: string, command: string, args: readonly string[] }} Step */

/**
 * Runs independent steps, some concurrently, each with its output grouped, and returns the names of those that failed.
 *
 * @param {readonly Step[]} steps
 * @param {{ cwd: string, env: NodeJS.ProcessEnv, atOnce: number }} options
 * @returns {Promise<string[]>}
 */
export async function runSteps(steps, options) {
  /** @type {string[]} */
  const failed = [];
  const waiting = [...steps];
  const lane = async () => {
    for (let step = waiting.shift(); step !== undefined; step = waiting.shift()) {
      const began = Date.now();
      const { code, output } = await collect(step, options);
      say(`${code === 0 ? '✓' : '✗'} ${step.name} (${((Date.now() - began) / 1000).toFixed(1)} s)`);
      if (code === 0) continue;
      failed.push(step.name);
      say(output.trimEnd());
    }
  };
  await Promise.all(Array.from({ length: options.atOnce }, lane));
  return failed;
}

/**
 * @param {Step} step
 * @param {{ cwd: string, env: NodeJS.ProcessEnv }} options
 * @returns {Promise<{ code: number, output: string }>}
 */
function collect(step, options) {
  return new Promise((resolve) => {
    const child = spawn(step.command, step.args, {
      cwd: options.cwd,
      env: options.env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    /** @type {Buffer[]} */
    const pieces = [];
    child.stdout.on('data', (piece) => pieces.push(piece));
    child.stderr.on('data', (piece) => pieces.push(piece));
    child.once('error', (error) => resolve({ code: 127, output: error.message }));
    child.once('close', (code) => resolve({ code: code ?? 1, output: Buffer.concat(pieces).toString('utf8') }));
  });
}
