export default {
  root: import.meta.dirname,
  server: { host: '127.0.0.1', port: 23200 },
  preview: { host: '127.0.0.1', port: 23200 },
  build: { outDir: '../dist/gallery', emptyOutDir: true },
};
