import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { Readable } from 'node:stream';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { attachment, displayName, sendFile } from '#kernel/http/replies/file-reply';

describe('R5.7 names of files', () => {
  it('R5.7 a Chinese name goes out in both forms', () => {
    expect(attachment('2026年11月 账单(终).xlsx')).toBe(
      `attachment; filename="2026_11_ __(_).xlsx"; filename*=UTF-8''2026%E5%B9%B411%E6%9C%88%20%E8%B4%A6%E5%8D%95%28%E7%BB%88%29.xlsx`,
    );
  });

  it('R5.7 whatever the name, the header is one line of printable letters and names no path', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (name) => {
        const header = attachment(name);
        expect(header).toMatch(/^attachment; filename="[\x20-\x7e]*"; filename\*=UTF-8''[A-Za-z0-9%._~-]+$/);
        const [, plain = ''] = /filename="(.*)"; /.exec(header) ?? [];
        expect(plain).not.toMatch(/["\\/%]/);
      }),
    );
  });

  it('R5.7 marks that turn the reading direction, line breaks and dots at the end do not survive', () => {
    expect(displayName('a\u202egpj.exe')).toBe('a_gpj.exe');
    expect(displayName('a\r\nSet-Cookie: x')).toBe('a__Set-Cookie_ x');
    expect(displayName('../../etc/passwd. .')).toBe('.._.._etc_passwd');
    expect(displayName('...')).toBe('file');
    expect([...displayName('好'.repeat(500))]).toHaveLength(120);
  });
});

describe('R5.7 a file that nobody reads any more', () => {
  it('R5.7 is closed, also when its caller left before the first byte', async () => {
    const server = createServer();
    await once(server.listen(0, '127.0.0.1'), 'listening');
    try {
      const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
      socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
      const [, raw] = (await once(server, 'request')) as [unknown, ServerResponse];
      socket.destroy();
      await once(raw, 'close');
      const body = new Readable({ read: () => undefined });
      await expect(sendFile(raw, { name: 'a.pdf', mime: 'application/pdf', body }, [])).rejects.toThrow();
      expect(body.destroyed).toBe(true);
    } finally {
      server.close();
    }
  });

  it('security 4.14 is closed when its reader takes nothing of it for too long', async () => {
    const server = createServer();
    await once(server.listen(0, '127.0.0.1'), 'listening');
    try {
      const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
      socket.pause();
      socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
      const [, raw] = (await once(server, 'request')) as [unknown, ServerResponse];
      const body = Readable.from(endless());
      await expect(sendFile(raw, { name: 'a.pdf', mime: 'application/pdf', body }, [], 200)).rejects.toThrow();
      expect(body.destroyed).toBe(true);
      socket.destroy();
    } finally {
      server.close();
    }
  });
});

const endless = async function* () {
  for (;;) yield Buffer.alloc(64 * 1024);
};
