import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { afterAll, expect, it } from 'vitest';
import { findNpm } from '../launch/node/npm-program.mjs';
import { packagedArgs } from './browser-args.mjs';
import { ensureBrowser } from './ensure-browser.mjs';
import { ensurePackagedBrowser, isPackagedFor } from './packaged-browser.mjs';

const folder = mkdtempSync(join(tmpdir(), 'ronghui-browser-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Nothing but Node is on the path, and the home folder is empty; npm's settings and cache are those of who runs this. */
const bareEnv = (): NodeJS.ProcessEnv => {
  const [programs, home] = [join(folder, 'programs'), join(folder, 'home')];
  for (const each of [programs, home]) mkdirSync(each);
  symlinkSync(process.execPath, join(programs, 'node'));
  return {
    npm_config_cache: join(homedir(), '.npm'),
    npm_config_userconfig: join(homedir(), '.npmrc'),
    ...process.env,
    npm_execpath: findNpm(process.env, process.execPath),
    PATH: programs,
    HOME: home,
    CHROME_PATH: undefined,
  };
};

/** As an ordinary user meets it: no browser, no font, no right to install one. */
const bareMachine = {
  isProgram: () => false,
  hasFont: () => false,
  installs: false,
  install: () => expect.unreachable(),
  isPackaged: isPackagedFor(process.platform, process.arch),
  fetch: (env: NodeJS.ProcessEnv, say: (sentence: string) => void) =>
    ensurePackagedBrowser(env, say, join(folder, 'browser')),
};

/** What the browser draws for each piece of HTML, in places of one size. */
const drawnIn = async (program: string, env: NodeJS.ProcessEnv, pieces: readonly string[]): Promise<string[]> => {
  const browser = await chromium.launch({
    executablePath: program,
    args: packagedArgs,
    env: { PATH: env['PATH'], HOME: env['HOME'] },
  });
  try {
    const page = await browser.newPage();
    const style = 'font: 40px/60px sans-serif; width: 60px; height: 60px; overflow: hidden';
    await page.setContent(pieces.map((piece) => `<div style="${style}">${piece}</div>`).join(''));
    const drawn: string[] = [];
    for (const place of await page.locator('div').all()) drawn.push((await place.screenshot()).toString('base64'));
    return drawn;
  } finally {
    await browser.close();
  }
};

it.runIf(bareMachine.isPackaged)(
  'R14.1 an ordinary user of a machine with nothing but Node gets a browser that draws Chinese',
  async () => {
    const env = bareEnv();
    const notes: string[] = [];
    const ensure = () => ensureBrowser(env, (sentence) => void notes.push(sentence), bareMachine);
    const program = await ensure();
    expect(notes).toEqual([expect.stringMatching(/127 MB.*235 MB[^]*Left out/)]);
    // The last but one is a character that no font has: a box, as every character would be without a font for it.
    const drawn = await drawnIn(String(program), env, ['融', '惠', '账', '<b>融</b>', 'A', '&#x10fffd;', '']);
    expect(new Set(drawn).size).toBe(drawn.length);
    expect(await ensure()).toBe(program);
    expect(notes).toHaveLength(1);
    expect(readdirSync(folder).toSorted()).toEqual(['browser', 'home', 'programs']);
  },
  120_000,
);
