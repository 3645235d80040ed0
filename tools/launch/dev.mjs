import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { watch } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureBrowserBuild } from './browser-build.mjs';
import { ensureRuntime } from './node/runtime.mjs';
import { root } from './paths.mjs';
import { say } from './say.mjs';

// `npm run dev`: serves, rebuilds the browser applications when their sources change, and restarts the server after
// every change.

const runtime = ensureRuntime(process.env);
const exitWithParent = pathToFileURL(join(root, 'tools/launch/exit-with-parent.mjs')).href;
const quietMs = 150;

/** @type {import('node:child_process').ChildProcess | undefined} */
let server;

async function stopServer() {
  if (server === undefined || server.exitCode !== null || server.signalCode !== null) return;
  const ended = once(server, 'exit');
  server.kill('SIGTERM');
  await ended;
}

async function serve() {
  try {
    // Lets the browser's extension for TanStack Query see the query client.
    await ensureBrowserBuild(root, runtime, { VITE_QUERY_DEVTOOLS: 'on' });
  } catch (error) {
    say(String(error));
    return;
  }
  await stopServer();
  server = spawn(runtime.node, ['--import', exitWithParent, 'apps/server/src/main.ts'], {
    cwd: root,
    env: runtime.env,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
}

/** @type {Promise<void>} */
let work = serve();
/** @type {NodeJS.Timeout | undefined} */
let pending;
for (const folder of ['apps', 'packages']) {
  watch(join(root, folder), { recursive: true }, (_, name) => {
    if (name === null || /(^|\/)(dist|node_modules)(\/|$)|\.test\.tsx?$|~$/.test(name)) return;
    clearTimeout(pending);
    pending = setTimeout(() => {
      work = work.then(serve);
    }, quietMs);
  });
}

for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) {
  process.once(signal, () => {
    clearTimeout(pending);
    void work.then(stopServer).then(() => process.exit(0));
  });
}
