import { expect } from '@playwright/test';
import { test } from '../worker-server.ts';
import { base } from './client.ts';

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(base() + path, { headers, redirect: 'manual' });

test('R14.4 the state of the process can be queried', async () => {
  for (const path of [
    '/healthz',
    '/readyz',
    '/metrics',
    '/limits.json',
    '/operations.json',
    '/openapi.json',
    '/api-docs',
  ]) {
    const reply = await get(path);
    expect(reply.status, path).toBe(200);
    expect(reply.headers.get('x-content-type-options'), path).toBe('nosniff');
    expect(reply.headers.get('content-security-policy'), path).toContain("default-src 'none'");
  }
});

test('R1.4 the document differs by page type, is cached only privately, and every file that it names exists', async () => {
  const pc = await get('/');
  const h5 = await get('/', { 'user-agent': 'Mozilla/5.0 (Linux; Android 15) Mobile' });
  const [pcText, h5Text] = [await pc.text(), await h5.text()];
  expect(pcText).not.toBe(h5Text);
  for (const reply of [pc, h5]) expect(reply.headers.get('cache-control')).toContain('private');
  const named = /(?:src|href|data-(?:home|area|main))="(\/(?:assets|media|site|home|area)[^"]*\.\w+[^"]*)"/g;
  const files = [...pcText.matchAll(named)].map(([, path]) => String(path));
  // The one style sheet, for each kind of page another, and the main script.
  expect(files.length).toBeGreaterThan(3);
  for (const path of new Set(files)) {
    const reply = await get(path.replaceAll('&amp;', '&'));
    expect(reply.status, path).toBe(200);
    await reply.arrayBuffer();
  }
});

test('R4.1 over plain HTTP beyond loopback only one page exists, which says what to do', async () => {
  const { request } = await import('node:http');
  const url = new URL(base());
  const text = await new Promise<string>((resolve, reject) => {
    const sent = request(
      { host: url.hostname, port: url.port, path: '/', headers: { host: 'pay.example' } },
      (reply) => {
        let body = '';
        reply.setEncoding('utf8').on('data', (part: string) => {
          body += part;
        });
        reply.on('end', () => resolve(body));
      },
    );
    sent.on('error', reject).end();
  });
  expect(text).toContain('请使用 HTTPS 访问');
});

test('R8.3 no file of the machine can be fetched', async () => {
  for (const path of [
    '/.git/config',
    '/package.json',
    '/.env',
    '/assets/',
    '/assets/..%2fserver/entry-server.js',
    '/data/secrets/master.key',
  ]) {
    const reply = await get(path);
    expect(reply.status, path).toBe(404);
    await reply.arrayBuffer();
  }
});
