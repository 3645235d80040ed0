/** The oldest browsers that the pages are for: Chrome on Windows 7, Safari on iOS 16, the domestic browsers built on Chromium 109, Firefox ESR. */
export const browserFloor = { chrome: 109, safari: 16.4, firefox: 115 } as const;

/** The same as the bundler names them. */
export const browserTargets = Object.entries(browserFloor).map(([browser, version]) => `${browser}${version}`);
