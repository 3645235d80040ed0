import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The browser's files go to `dist/client` with a manifest; `vite build --ssr` makes `dist/server/entry-server.js`, all in one file. */
export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react()],
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
        },
      }),
}));
