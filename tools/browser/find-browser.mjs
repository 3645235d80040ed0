import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

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
 * first one on the path or in a usual place. Undefined when there is none.
 *
 * @param {NodeJS.ProcessEnv} env
 * @param {(file: string) => boolean} isProgram
 */
export function findBrowser(env, isProgram = isExecutable) {
  return find([...onPath(env, names), ...places], env, isProgram);
}

/**
 * The Chromium for tests: its headless shell where there is one, because that does the same work in two thirds of the
 * time; otherwise the one of `findBrowser`.
 *
 * @param {NodeJS.ProcessEnv} env
 * @param {(file: string) => boolean} isProgram
 */
export function findTestBrowser(env, isProgram = isExecutable) {
  return find([...onPath(env, shells), ...onPath(env, names), ...places], env, isProgram);
}

/**
 * @param {readonly string[]} files
 * @param {NodeJS.ProcessEnv} env
 * @param {(file: string) => boolean} isProgram
 */
function find(files, env, isProgram) {
  const wanted = env['CHROME_PATH'] ?? '';
  return wanted === '' ? files.find(isProgram) : [wanted].find(isProgram);
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
function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
