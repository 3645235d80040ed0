import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CallError } from './call-error.ts';
import { exchange } from './exchange.ts';
import type { Download } from './files/download.ts';
import { fileNameOf } from './files/file-name.ts';

const send = (response: Response, onProgress?: (received: number) => void) =>
  exchange(() => Promise.resolve(response), { operationId: 'x.y', url: '/', body: '', onProgress });

const reply = (body: BodyInit, headers: Record<string, string>, status = 200) =>
  new Response(body, { status, headers });

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('file replies', () => {
  it.each([
    ['attachment', { 'content-type': 'text/csv', 'content-disposition': 'attachment; filename="a.csv"' }],
    ['excel', { 'content-type': 'application/vnd.ms-excel' }],
    ['octet-stream', { 'content-type': 'application/octet-stream' }],
  ])('R7.3 a reply that says %s becomes a blob with a file name', async (_, headers) => {
    const progress: number[] = [];
    const file = (await send(reply('列1,列2', headers), (received) => progress.push(received))) as Download;
    expect(await file.blob.text()).toBe('列1,列2');
    expect(file.fileName).toMatch(/^(a\.csv|download)$/);
    expect(progress.at(-1)).toBe(9);
  });

  it.each([
    [
      `attachment; filename="bill.xlsx"; filename*=UTF-8''%E8%B4%A6%E5%8D%95%20%E5%8D%81%E6%9C%88.xlsx`,
      '账单 十月.xlsx',
    ],
    [`attachment; filename*=utf-8'zh'%E5%AF%B9%E8%B4%A6.csv; filename="x.csv"`, '对账.csv'],
    ['attachment; filename="a \\"b\\".csv"', 'a "b".csv'],
    ['attachment; filename=plain.csv', 'plain.csv'],
    ['attachment; filename="%E8%B4%A6%E5%8D%95.csv"', '账单.csv'],
    [`attachment; filename="${String.fromCharCode(0xe8, 0xb4, 0xa6)}.csv"`, '账.csv'],
    ['attachment; filename="../../etc/passwd"', 'passwd'],
    ["attachment; filename*=UTF-8''%E8%B4", '%E8%B4'],
    [null, 'download'],
  ])('R7.3 %s names the file %s', (disposition, name) => {
    expect(fileNameOf(disposition)).toBe(name);
  });

  it('R9.1 a download lives on while it makes progress and ends after 120 seconds without any', async () => {
    let feed: ReadableStreamDefaultController<Uint8Array> | undefined;
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        feed = controller;
      },
    });
    const arrives = exchange(
      (_, init) => {
        init?.signal?.addEventListener('abort', () => feed?.error(init.signal?.reason));
        return Promise.resolve(reply(body, { 'content-type': 'application/octet-stream' }));
      },
      { operationId: 'x.y', url: '/', body: '' },
    );
    const failed = arrives.catch((error: unknown) => error);
    let ended = false;
    void failed.then(() => {
      ended = true;
    });
    for (let round = 0; round < 3; round += 1) {
      await vi.advanceTimersByTimeAsync(110_000);
      feed?.enqueue(new Uint8Array(4));
    }
    await vi.advanceTimersByTimeAsync(119_000);
    expect(ended).toBe(false);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await failed).toMatchObject({ kind: 'unreachable' });
  });
});

describe('other replies', () => {
  it('R7.3 an HTML reply is read as JSON and accepted when its code is SUCCESS', async () => {
    const html = { 'content-type': 'text/html; charset=utf-8' };
    expect(await send(reply('{"code":"SUCCESS","data":{"a":1}}', html))).toEqual({ a: 1 });
  });

  it.each([
    ['HTML that is no JSON', '<html>Bad gateway</html>', 502],
    ['HTML with another code', '{"code":"FAIL","errMsg":"不行"}', 200],
    ['an empty body', '', 200],
    ['JSON that is no object', '"SUCCESS"', 200],
  ])('R7.3 %s is an error', async (_, body, status) => {
    const error = await send(reply(body, { 'content-type': 'text/html' }, status)).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(CallError);
    expect(error).toMatchObject({ kind: 'reply', status });
  });

  it('R8.3 no answer at all is unreachable', async () => {
    const gone = exchange(() => Promise.reject(new TypeError('fetch failed')), {
      operationId: 'x.y',
      url: '/',
      body: '',
    });
    await expect(gone).rejects.toMatchObject({ kind: 'unreachable', status: 0 });
  });
});
