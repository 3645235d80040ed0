/** The oldest browsers that the pages are for: Chrome on Windows 7, Safari on iOS 16, the domestic browsers built on Chromium 109, Firefox ESR. */
export const browserFloor = { chrome: 109, safari: 16.4, firefox: 115 } as const;

/** The same as the bundler names them. */
export const browserTargets = Object.entries(browserFloor).map(([browser, version]) => `${browser}${version}`);

/**
 * The inline script with which every document begins: a browser that is too old for our scripts goes to the page that says so (`/browser`). It asks for what
 * came with the floor: containers (Chrome 105, Safari 16, Firefox 110) and a canvas off the screen (Safari 16.4). Written as the oldest of them reads it.
 *
 * @param application where that page leads back to
 */
export const floorLine = (application: 'portal' | 'console'): string => {
  const page = application === 'console' ? '/browser?console' : '/browser';
  return `"OffscreenCanvas"in self&&self.CSS&&CSS.supports("container-type","size")||location.replace("${page}")`;
};
