import { createHash } from 'node:crypto';
import { relative } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** `title` of one file becomes `title-3fa`: short, told apart by file, the same in both builds. */
const scopedName = (name: string, file: string): string => {
  const path = relative(import.meta.dirname, file.split('?')[0] ?? file);
  return `${name}-${createHash('sha256').update(path).digest('hex').slice(0, 3)}`;
};

/** Parts that pages share are named after all of those pages; their hash is enough. */
const chunkFileNames = ({ name }: { name: string }): string =>
  name.startsWith('part') ? 'assets/part-[hash].js' : 'assets/[name]-[hash].js';

/**
 * Few chunks, for brotli finds little in small ones: the frame that every page needs, and what several pages
 * share, kept apart by which of them do.
 */
const groups = [
  { name: 'frame', tags: ['$initial' as const], priority: 30 },
  {
    name: 'part',
    test: /\.[jt]sx?$/,
    minShareCount: 2,
    entriesAware: true,
    entriesAwareMergeThreshold: 2_000,
    priority: 10,
  },
];

/** The browser's files go to `dist/client` with a manifest; `vite build --ssr` makes `dist/server/entry-server.js`, all in one file. */
export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react()],
  css: { modules: { generateScopedName: scopedName } },
  define: { 'process.env.NODE_ENV': JSON.stringify('production') },
  ...(isSsrBuild
    ? {
        ssr: { noExternal: true as const },
        build: {
          outDir: 'dist/server',
          emptyOutDir: true,
          copyPublicDir: false,
          target: 'node22',
          minify: false,
          rolldownOptions: { output: { entryFileNames: 'entry-server.js', codeSplitting: false } },
        },
      }
    : {
        build: {
          outDir: 'dist/client',
          emptyOutDir: true,
          manifest: true,
          target: 'es2022',
          cssTarget: 'chrome111',
          assetsInlineLimit: 0,
          modulePreload: { polyfill: false },
          rolldownOptions: { output: { codeSplitting: { groups }, chunkFileNames } },
        },
      }),
}));
