import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { browserTargets } from '../../tools/build/browser-floor.ts';
import { hashedName, scopedNames } from '../../tools/build/names.mjs';

/** Few pieces: what every page begins with, what several pages share, and one chunk for each page; one style sheet. */
export default defineConfig({
  base: '/console/',
  plugins: [react()],
  css: { modules: { generateScopedName: scopedNames() } },
  define: { 'process.env.NODE_ENV': JSON.stringify('production') },
  build: {
    emptyOutDir: true,
    manifest: true,
    target: browserTargets,
    cssTarget: browserTargets,
    cssCodeSplit: false,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'frame', tags: ['$initial'], priority: 20 },
            // Fetched by what shows HTML, and by no page that shows none.
            { name: 'purify', test: /node_modules\/dompurify/, priority: 15 },
            // The stream of customer service, which no page waits for, and the page of the desk.
            { name: 'chat', test: /packages\/chat-kit\//, minShareCount: 2, priority: 15 },
            // Read by the few pages that show them, each of them large.
            { name: 'charts', test: /node_modules\/d3-|\/widgets\/chart\//, minShareCount: 2, priority: 15 },
            { name: 'pages', test: /^(?!.*\/features\/bill\/)/, minShareCount: 2, priority: 10 },
            { name: 'bills', minShareCount: 2, priority: 5 },
          ],
        },
        entryFileNames: hashedName('.js'),
        chunkFileNames: hashedName('.js'),
        assetFileNames: hashedName('[extname]'),
      },
    },
  },
});
