import { mkdtempSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ServerProcess, startServer } from '../driver/server-process.ts';
import { Visitor } from '../driver/visitor.ts';

let server: ServerProcess;
const dataDir = mkdtempSync(join(tmpdir(), 'ronghui-slow-'));
const sockets: Socket[] = [];
beforeAll(async () => {
  server = await startServer({ dataDir });
}, 90_000);
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
}, 30_000);

const head = [
  'POST /ops?operationId=portal.querySlideInfo HTTP/1.1',
  'host: 127.0.0.1',
  'content-type: application/x-www-form-urlencoded; charset=UTF-8',
].join('\r\n');

const uploadHead = [
  'POST /ops?operationId=file.upload HTTP/1.1',
  'host: 127.0.0.1',
  'content-type: multipart/form-data; boundary=b',
].join('\r\n');

/** Incomplete requests that hold a connection open. */
const idlers: Readonly<Record<string, readonly string[]>> = {
  'say nothing': [''],
  'stop inside the head': [`${head}\r\nx-slow: `],
  'announce a form or an upload and send the beginning of it': [
    `${head}\r\ncontent-length: 500\r\n\r\nc`,
    `${uploadHead}\r\ncontent-length: 500\r\n\r\n--b\r\n`,
  ],
};

const hold = (port: number, text: string): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => {
      if (text !== '') socket.write(text);
      resolve(socket);
    });
    socket.once('error', reject);
    // The reply is discarded, but must be read so that the end of the connection is noticed.
    socket.resume();
    sockets.push(socket);
  });

const each = 400;

describe('R14.6 those who are slow do not starve the others', () => {
  it.each(Object.entries(idlers))(`R14.6 ${each} connections that %s`, { timeout: 90_000 }, async (_how, texts) => {
    const held = await Promise.all(
      Array.from({ length: each }, (_, at) => hold(server.port, texts[at % texts.length] ?? '')),
    );
    for (const socket of held) socket.on('error', () => undefined);
    const visitor = await new Visitor(server.url).start();
    for (let call = 0; call < 20; call += 1) {
      expect((await visitor.call('portal.querySlideInfo')).status).toBe(200);
    }
    visitor.close();
    await expect
      .poll(() => held.filter((socket) => !socket.destroyed && !socket.closed).length, {
        timeout: 60_000,
        interval: 500,
      })
      .toBe(0);
  });
});
