// The entry of every script in package.json: plain JavaScript for Node 18 and newer, without a dependency.
// It provides the right Node, the locked dependencies and the browser build, then runs the script.
import { join } from 'node:path';
import { ensureBrowser } from '../browser/ensure-browser.mjs';
import { ensureBrowserBuild } from './browser-build.mjs';
import { ensureDependencies } from './dependencies.mjs';
import { ensureRuntime } from './node/runtime.mjs';
import { root, runtimeDir } from './paths.mjs';
import { LaunchError, say } from './say.mjs';
import { alone } from './setup-lock.mjs';

const [action = '', ...args] = process.argv.slice(2);

/** @param {boolean} withBuild */
function prepare(withBuild) {
  return alone(join(runtimeDir, 'setup.lock'), async () => {
    const runtime = ensureRuntime(process.env);
    await ensureDependencies(root, runtime);
    if (withBuild) await ensureBrowserBuild(root, runtime);
    return runtime;
  });
}

/**
 * The same with the browser of tests, which is fetched where there is none.
 *
 * @param {import('./node/runtime.mjs').Runtime} runtime
 */
async function withBrowser(runtime) {
  const browser = await ensureBrowser(runtime.env, say);
  return browser === undefined ? runtime : { ...runtime, env: { ...runtime.env, CHROME_PATH: browser } };
}

async function launch() {
  if (action === 'start') return (await import('./start.mjs')).start(await prepare(true), args);
  if (action === 'test') return (await import('./test-run.mjs')).test(root, () => prepare(false));
  if (action === 'units') return (await import('./test-run.mjs')).units(root, await prepare(false), args);
  if (action === 'long')
    return (await import('./long/run.mjs')).long(root, await withBrowser(await prepare(true)), args);
  if (action === 'run') {
    const [name = '', ...rest] = args;
    const runtime = await prepare(['check', 'bench', 'journeys', 'pictures', 'release'].includes(name));
    // What the bench measures with and against has a manifest of its own, which nobody else needs.
    if (name === 'bench') await ensureDependencies(join(root, 'tools/bench'), runtime);
    const prepared = name === 'journeys' ? await withBrowser(runtime) : runtime;
    return (await import('./tasks.mjs')).runTask(name, { base: root, runtime: prepared, args: rest });
  }
  throw new LaunchError(
    'usage: launch.mjs start | test | units [arguments] | long [arguments] | run <script> [arguments]',
  );
}

try {
  process.exitCode = await launch();
} catch (error) {
  if (!(error instanceof LaunchError)) throw error;
  say(error.message);
  process.exitCode = 1;
}
