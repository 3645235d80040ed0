import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A page of nothing but text, which is as fast as a page can be. */
export interface FloorServer {
  readonly url: string;
  stop(): Promise<void>;
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

const documentOf = (title: string, text: string): string => {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const [first = title, ...rest] = lines;
  const body = [`<h1>${escaped(first)}</h1>`, ...rest.map((line) => `<p>${escaped(line)}</p>`)].join('');
  const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(title)}</title>`;
  return `<!doctype html><html lang="zh-CN"><head>${head}</head><body><main>${body}</main></body></html>`;
};

/** Serves one text as HTML alone. */
export const serveFloor = async (title: string, text: string): Promise<FloorServer> => {
  const html = documentOf(title, text);
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A server that listens on TCP has an address with a port.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
};
