import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { runtimeDir } from '../launch/paths.mjs';

/** The headless shell that is fetched from the npm registry where the system has no browser (`packaged-browser.mjs`). */
export const packagedBrowser = join(runtimeDir, 'browser/chromium-headless-shell');

const shells = ['chromium-headless-shell', 'chrome-headless-shell'];
const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome', 'microsoft-edge'];

const places = [
  '/usr/bin/chromium',
  '/usr/lib/chromium/chromium',
  '/opt/google/chrome/chrome',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/**
 * The Chromium that a person would use, for measurements: the one that `CHROME_PATH` names and no other, otherwise the
 * first one on the path or in a usual place. Undefined when there is none: a headless shell is never taken for it.
 *
 * @param {NodeJS.ProcessEnv} env
 * @param {(file: string) => boolean} isProgram
 */
export function findBrowser(env, isProgram = isExecutable) {
  return find([...onPath(env, names), ...places], env, isProgram);
}

/**
 * The Chromium for tests: its headless shell where there is one, because that does the same work in two thirds of the
 * time; otherwise the one of `findBrowser`, and last the one that was fetched.
 *
 * @param {NodeJS.ProcessEnv} env
 * @param {(file: string) => boolean} isProgram
 * @param {readonly string[]} fetched
 */
export function findTestBrowser(env, isProgram = isExecutable, fetched = [packagedBrowser]) {
  return find([...onPath(env, shells), ...onPath(env, names), ...places, ...fetched], env, isProgram);
}

/**
 * Whether `CHROME_PATH` names the browser to use.
 *
 * @param {NodeJS.ProcessEnv} env
 */
export function isNamed(env) {
  return (env['CHROME_PATH'] ?? '') !== '';
}

/**
 * @param {readonly string[]} files
 * @param {NodeJS.ProcessEnv} env
 * @param {(file: string) => boolean} isProgram
 */
function find(files, env, isProgram) {
  return (isNamed(env) ? [env['CHROME_PATH'] ?? ''] : files).find(isProgram);
}

/**
 * @param {NodeJS.ProcessEnv} env
 * @param {readonly string[]} programs
 */
function onPath(env, programs) {
  const folders = (env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  return folders.flatMap((folder) => programs.map((name) => join(folder, name)));
}

/** @param {string} file */
export function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
