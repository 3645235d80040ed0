import type { Plugin } from 'vite';

/**
 * The function that a dynamic import is wrapped in: fetches the sheets and scripts of its chunk, and waits for the sheets. A sheet that
 * fails is fetched again by the next attempt. The sheets within the document's one sheet have a disabled link.
 */
const code = `
const under = new Map();
const add = (dep) => {
  const isSheet = dep.endsWith('.css');
  let link = document.querySelector('link[href="/' + dep + '"]' + (isSheet ? '[rel="stylesheet"]' : ''));
  if (link && (link.disabled || link.sheet || !isSheet)) return;
  if (!link) {
    link = document.createElement('link');
    link.rel = isSheet ? 'stylesheet' : 'modulepreload';
    link.href = '/' + dep;
    document.head.append(link);
  }
  if (isSheet) return new Promise((done, fail) => {
    link.onload = done;
    link.onerror = () => {
      under.delete(dep);
      link.remove();
      fail(Error(dep));
    };
  });
};
export const __vitePreload = (load, deps = []) =>
  Promise.all(deps.map((dep) => {
    if (!under.has(dep)) under.set(dep, add(dep));
    return under.get(dep);
  })).then(load);
`;

/** Replaces Vite's own, which every page would load: it is three times as large, for bases, nonces and browsers that the portal does not have. */
export const leanPreload = (): Plugin => ({
  name: 'lean-preload',
  enforce: 'post',
  transform: {
    filter: { id: /vite\/preload-helper/ },
    handler: () => ({ code, map: null }),
  },
});
