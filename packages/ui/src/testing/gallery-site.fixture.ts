import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'vite';

const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; media-src 'self'; font-src 'self'; connect-src 'self'; form-action 'self'; " +
  "frame-ancestors 'none'; base-uri 'none'; object-src 'none'; require-trusted-types-for 'script'; trusted-types app-html dompurify";

const kinds: Readonly<Record<string, string>> = { '.js': 'text/javascript', '.css': 'text/css' };

/** The gallery, delivered as the product delivers its pages: rendered by a server, hydrated in the browser, under the same policy. */
export type GallerySite = { address: string; close: () => Promise<void> };

/** Builds both sides into a temporary folder and serves them on a free loopback port. */
export async function openGallerySite(): Promise<GallerySite> {
  const folder = await mkdtemp(join(tmpdir(), 'ui-gallery-'));
  await buildSides(folder);
  const server: unknown = await import(pathToFileURL(join(folder, 'server', 'gallery-server.js')).href);
  if (!hasRender(server)) throw new Error('the server side has no render');
  const http = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://gallery');
    const name = url.pathname.slice(1);
    const send = (status: number, type: string, body: string | Uint8Array): void => {
      response.writeHead(status, { 'content-type': type, 'content-security-policy': policy }).end(body);
    };
    if (name === '') return send(200, 'text/html; charset=utf-8', page(url.searchParams, server.render));
    readFile(join(folder, 'client', name)).then(
      (body) => send(200, kinds[extname(name)] ?? 'image/svg+xml', body),
      () => send(200, 'image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg" width="16" height="9"/>'),
    );
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const bound = http.address();
  if (bound === null || typeof bound === 'string') throw new Error('no port');
  return {
    address: `http://127.0.0.1:${bound.port}/`,
    async close() {
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function buildSides(folder: string): Promise<void> {
  const options = {
    configFile: false,
    root: fileURLToPath(new URL('..', import.meta.url)),
    logLevel: 'error',
    mode: 'production',
  } as const;
  await build({
    ...options,
    build: {
      outDir: join(folder, 'client'),
      modulePreload: false,
      cssCodeSplit: false,
      rollupOptions: {
        input: fileURLToPath(import.meta.resolve('./gallery-client.fixture.tsx')),
        output: { entryFileNames: 'gallery.js', chunkFileNames: '[name].js', assetFileNames: 'gallery[extname]' },
      },
    },
  });
  await build({
    ...options,
    ssr: { noExternal: true },
    build: {
      outDir: join(folder, 'server'),
      ssr: fileURLToPath(import.meta.resolve('./gallery-server.fixture.tsx')),
      rollupOptions: { output: { entryFileNames: 'gallery-server.js' } },
    },
  });
  await writeFile(join(folder, 'server', 'package.json'), '{"type":"module"}');
}

type Render = (page: string, pageType: 'PC' | 'H5') => string;

function hasRender(module: unknown): module is { render: Render } {
  return typeof module === 'object' && module !== null && 'render' in module && typeof module.render === 'function';
}

function page(query: URLSearchParams, render: Render): string {
  const name = query.get('page') ?? '';
  const pageType = query.get('type') === 'H5' ? 'H5' : 'PC';
  const theme = query.get('theme') === 'dark' ? 'dark' : 'light';
  return `<!doctype html><html lang="zh-CN" data-theme="${theme}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover"><title>${name}</title><link rel="icon" href="data:,"><link rel="stylesheet" href="/gallery.css"></head><body><div id="ice-container">${render(name, pageType)}</div><script type="module" src="/gallery.js"></script></body></html>`;
}
