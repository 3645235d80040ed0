import { createServer, type Server } from 'node:http';
import { brotliCompressSync } from 'node:zlib';
import type { Page } from '@playwright/test';

const blocks = 'h1, h2, h3, h4, p, li, dt, dd, label, legend, summary, button, a, th, td';

const escape = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** The page's text as plain HTML: the fastest possible paint. */
export const plainPageOf = async (page: Page): Promise<string> => {
  const title = await page.title();
  const texts = await page.locator(blocks).evaluateAll((elements) =>
    elements.flatMap((element) => {
      const holdsBlocks = element.querySelector('h1, h2, h3, h4, p, li, dt, dd, button, a') !== null;
      const text = (element.textContent ?? '').trim();
      return holdsBlocks || text === '' ? [] : [{ tag: /^H\d$/.test(element.tagName) ? element.tagName : 'P', text }];
    }),
  );
  const body = texts.map(({ tag, text }) => `<${tag}>${escape(text)}</${tag}>`).join('\n');
  return `<!doctype html><html lang="zh-CN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escape(title)}</title></head><body><main>${body}</main></body></html>`;
};

/** Serves one page for each name, compressed once. */
export const servePlainPages = async (
  pages: ReadonlyMap<string, string>,
): Promise<{ readonly url: string; close(): void }> => {
  const packed = new Map([...pages].map(([name, html]) => [`/${name}`, brotliCompressSync(html)]));
  const server: Server = createServer((request, response) => {
    const body = packed.get(request.url ?? '');
    if (body === undefined) return response.writeHead(404).end();
    const headers = {
      'content-type': 'text/html; charset=utf-8',
      'content-encoding': 'br',
      'content-length': body.length,
    };
    return response.writeHead(200, headers).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the plain pages are not served');
  return { url: `http://127.0.0.1:${address.port}`, close: () => void server.close() };
};
