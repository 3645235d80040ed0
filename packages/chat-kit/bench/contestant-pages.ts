import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

/** The other contestants. */
export const others = ['chatui', 'chatscope'] as const;

const here = fileURLToPath(new URL('.', import.meta.url));
const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };

/** Builds the contestants' pages; `modules` holds those that are not ours. */
export async function buildPages(folder: string, modules: string): Promise<void> {
  await build({
    root: join(here, 'pages'),
    configFile: false,
    logLevel: 'error',
    mode: 'production',
    resolve: {
      // one contestant's browser entry is a UMD file without a default export
      mainFields: ['module', 'main'],
      alias: [{ find: /^(@(?:chatui|chatscope)\/.*)$/u, replacement: `${modules}/$1` }],
    },
    build: {
      outDir: folder,
      emptyOutDir: true,
      rolldownOptions: { input: ['chat-kit', ...others].map((name) => join(here, 'pages', `${name}.html`)) },
    },
  });
}

/** Serves them on loopback. */
export function servePages(folder: string, port: number): Promise<Server> {
  const server = createServer((request, response) => {
    const file = join(folder, normalize(new URL(request.url ?? '/', 'http://page').pathname));
    if (!file.startsWith(folder) || !existsSync(file)) {
      response.writeHead(404).end();
      return;
    }
    void readFile(file).then((bytes) => {
      response.writeHead(200, { 'content-type': types[extname(file)] ?? 'application/octet-stream' }).end(bytes);
    });
  });
  return new Promise((resolve) => {
    server.listen(port, '127.0.0.1', () => resolve(server));
  });
}

/** The address of a contestant's page. */
export function urlOf(server: Server, name: string): string {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the pages are not served');
  return `http://127.0.0.1:${address.port}/${name}.html`;
}
