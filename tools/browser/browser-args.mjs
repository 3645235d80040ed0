import { findTestBrowser, packagedBrowser } from './find-browser.mjs';

/** How the Chromium of the npm registry is started: it draws in a process of its own alone. */
export const packagedArgs = ['--no-sandbox', '--disable-gpu', '--disable-background-networking'];

/**
 * How a test's Chromium is started. What it draws is drawn by the processor, so a process for the GPU only costs: without one a run of journeys takes
 * a seventh less of it.
 */
export const browserArgs =
  findTestBrowser(process.env) === packagedBrowser ? packagedArgs : [...packagedArgs, '--in-process-gpu'];
