import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Page } from '@playwright/test';
import { build } from 'vite';

/**
 * The policy of a strict page; `dompurify` is the single Trusted Types policy that the sanitiser may create where the
 * browser has none built in.
 */
export const strictPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; media-src 'self'; font-src 'self'; " +
  "connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'; object-src 'none'; " +
  "require-trusted-types-for 'script'; trusted-types app-html dompurify";

/** A built page in a real browser. */
export interface OpenStage {
  /** Reloads the page; with `policy`, under a content security policy. */
  open: (options?: OpenOptions) => Promise<Page>;
  origin: string;
  close: () => Promise<void>;
}

/** Options for opening the page. */
export interface OpenOptions {
  policy?: string;
  path?: string;
  viewport?: { width: number; height: number };
  hasTouch?: boolean;
  /** A script that runs before the page's own. */
  before?: () => void;
}

const types: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
};

/** How the browser of `CHROME_PATH` is started. */
function browserArgs(): string[] {
  const args = process.env['CHROME_ARGS'];
  if (args !== undefined) return args.split(' ');
  throw new Error(
    'CHROME_ARGS does not say how the browser of CHROME_PATH is started: run these tests by npm run units',
  );
}

/** Builds a page of this package, serves it on loopback and starts the browser of `CHROME_PATH`. */
export async function openStage(root: URL, input: string): Promise<OpenStage> {
  const args = browserArgs();
  const folder = await mkdtemp(join(tmpdir(), 'chat-kit-stage-'));
  const source = fileURLToPath(root);
  await build({
    root: source,
    configFile: false,
    logLevel: 'error',
    build: { outDir: folder, emptyOutDir: true, rolldownOptions: { input: join(source, input) } },
  });
  const policies = new Map<string, string>();
  const server = await serve(folder, policies);
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the stage is not served');
  const origin = `http://127.0.0.1:${address.port}`;
  const browser: Browser = await chromium.launch({
    executablePath: process.env['CHROME_PATH'] ?? '',
    // In the C locale a Chromium with few locales of its own finds nothing in a page.
    env: { ...process.env, LC_ALL: 'en_US.UTF-8' },
    args,
  });
  let opened = 0;
  return {
    origin,
    async open({
      policy = '',
      path = `/${input}`,
      viewport = { width: 900, height: 700 },
      hasTouch = false,
      before,
    } = {}) {
      const page = await browser.newPage({ viewport, hasTouch });
      if (before !== undefined) await page.addInitScript(before);
      opened += 1;
      policies.set(String(opened), policy);
      await page.goto(`${origin}${path}${path.includes('?') ? '&' : '?'}n=${opened}`);
      return page;
    },
    async close() {
      await browser.close();
      server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function serve(folder: string, policies: Map<string, string>): Promise<Server> {
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://stage');
    const file = join(folder, normalize(url.pathname === '/' ? '/index.html' : url.pathname));
    if (!file.startsWith(folder) || !existsSync(file)) {
      response.writeHead(404).end();
      return;
    }
    const policy = policies.get(url.searchParams.get('n') ?? '') ?? '';
    void readFile(file).then((bytes) => {
      response
        .writeHead(200, {
          'content-type': types[extname(file)] ?? 'application/octet-stream',
          ...(policy === '' ? {} : { 'content-security-policy': policy }),
        })
        .end(bytes);
    });
  });
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve(server));
  });
}
