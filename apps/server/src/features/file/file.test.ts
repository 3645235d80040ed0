import { open, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp } from '#kernel/testing/test-app';
import type { TestBrowser, TestReply } from '#kernel/testing/test-client';
import {
  colleagueOf,
  enter,
  pdf,
  photograph,
  runJob,
  sha256,
  storedFiles,
  workbookParts,
  zipOf,
} from './file.fixture.ts';
import { scannedPicture } from './picture/many-scans.fixture.ts';

let app: TestApp;
let first: TestBrowser;
let second: TestBrowser;
beforeAll(async () => {
  app = await testApp({ limits: { tenantFilesMegabytes: 3 } });
  first = await enter(app, 1);
  second = await enter(app, 2);
});
afterAll(() => app.close());

const upload = (name: string, bytes: Buffer, announced?: object): Promise<TestReply> =>
  first.upload('file.upload', name, bytes, announced);
const download = (browser: TestBrowser, fileId: string) => browser.call('file.download', { fileId });
const bytesOf = ({ body }: TestReply) => body.data.fileId as string;
const stored = () => storedFiles(app);
const countRows = async () => Number((await app.rows('select count(*)::int as count from file'))[0]?.['count']);

describe('R5.7 what is accepted', () => {
  it('R5.7 a document, a table and a workbook are returned byte for byte, under the given name', async () => {
    const workbook = zipOf(workbookParts);
    const samples: [string, Buffer, string][] = [
      ['银行 回单.pdf', pdf, 'application/pdf'],
      ['十一月账单.csv', Buffer.from('借据号,金额\r\nL1,12.00\r\n'), 'text/csv'],
      ['旧系统.csv', Buffer.from([0xbd, 0xe8, 0xbe, 0xdd, 0x2c, 0x31]), 'text/csv'],
      ['账单.XLSX', workbook, 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
    ];
    for (const [name, bytes, mime] of samples) {
      const reply = await upload(name, bytes);
      expect(reply.body.data, reply.text).toMatchObject({ size: bytes.length, mime });
      const back = await download(first, bytesOf(reply));
      const shown = encodeURIComponent(name.replace('XLSX', 'xlsx'));
      expect(back.headers).toMatchObject({ 'content-type': mime, 'content-length': String(bytes.length) });
      expect(back.headers['content-disposition']).toContain(`attachment; filename="`);
      expect(back.headers['content-disposition']).toContain(`filename*=UTF-8''${shown}`);
      expect(back.headers['content-security-policy']).toContain('sandbox');
      const [row] = await app.rows('select sha256 from file where file_id = $1', [bytesOf(reply)]);
      expect(row?.['sha256']).toBe(sha256(bytes));
    }
  });

  it.each(['png', 'jpeg'] as const)(
    'R5.7 a %s is rendered again, upright and without the camera’s metadata',
    async (kind) => {
      const bytes = await photograph(kind);
      expect(bytes.includes('Secret-Camera')).toBe(true);
      const reply = await upload(kind === 'png' ? '执照.png' : '执照.jpg', bytes);
      expect(reply.status, reply.text).toBe(200);
      const [row] = await app.rows('select storage_key, size_bytes from file where file_id = $1', [bytesOf(reply)]);
      const kept = await readFile(join(app.dataDir, 'files/kept', String(row?.['storage_key'])));
      expect(kept.includes('Secret-Camera')).toBe(false);
      const { width, height, exif, format } = await sharp(kept).metadata();
      expect({ width, height, exif, format }).toEqual({ width: 32, height: 64, exif: undefined, format: kind });
      expect(reply.body.data.size).toBe(kept.length);
    },
  );

  it('R5.7 the name is for display: one line, no path, no direction marks, 120 characters with its extension', async () => {
    const names: [string, string][] = [
      ['../../etc/passwd\u202egpj.pdf', '.._.._etc_passwd_gpj.pdf'],
      ['a\tb\\c:d"e.PDF', 'a_b_c_d_e.pdf'],
      [`${'长'.repeat(200)}.pdf`, `${'长'.repeat(116)}.pdf`],
      ['.pdf', 'file.pdf'],
    ];
    for (const [name, shown] of names) {
      const reply = await upload(name, pdf);
      expect(reply.body.data?.name, reply.text).toBe(shown);
    }
  });

  it('R5.7 it is stored under a generated name, which no reply contains', async () => {
    const reply = await upload('回单.pdf', pdf);
    const paths = await stored();
    expect(paths.filter((path) => path.includes('回单') || path.includes(bytesOf(reply)))).toEqual([]);
    const [row] = await app.rows('select tenant_id, storage_key from file where file_id = $1', [bytesOf(reply)]);
    expect(String(row?.['storage_key'])).toMatch(new RegExp(`^${String(row?.['tenant_id'])}/[\\w-]{22}$`));
    expect(reply.text).not.toContain(String(row?.['storage_key']));
  });

  it('security 4.11 an upload is audited with its digest', async () => {
    const reply = await upload('回单.pdf', pdf);
    const events = await app.rows('select event, after from audit_event where object = $1', [bytesOf(reply)]);
    expect(events).toMatchObject([{ event: 'file.upload', after: { sha256: sha256(pdf), mime: 'application/pdf' } }]);
  });
});

describe('R5.7 what is refused', () => {
  it('R5.7 content of an unknown kind, or of another kind than the name says, gets its error and leaves nothing behind', async () => {
    const before = [await countRows(), (await stored()).length];
    const picture = await photograph('png');
    const broken = Buffer.concat([picture.subarray(0, 60), Buffer.alloc(200, 1)]);
    const refused: [string, Buffer][] = [
      ['a.svg', Buffer.from('<svg/>')],
      ['a.exe', pdf],
      ['a', pdf],
      ['a.png', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
      ['a.csv', Buffer.from('<html><script>alert(1)</script>')],
      ['a.csv', Buffer.from([0x61, 0x2c, 0xff, 0xff, 0x0a])],
      ['a.csv', Buffer.concat([Buffer.alloc(5000, 'a'), Buffer.from([0])])],
      ['a.pdf', picture],
      ['a.jpg', picture],
      ['a.png', broken],
      ['a.xlsx', Buffer.from('PK\x03\x04 and nothing')],
      ['a.xlsm', zipOf(workbookParts)],
    ];
    for (const [name, bytes] of refused) {
      const reply = await upload(name, bytes);
      expect(reply, `${name} ${reply.text}`).toMatchObject({ status: 422, body: { errCode: 'RHSY422' } });
      expect(['file', 'name']).toContain(reply.body.data.fields[0].path);
      expect(reply.body.data.fields[0].message).toMatch(/\p{Script=Han}/u);
    }
    expect([await countRows(), (await stored()).length]).toEqual(before);
  });

  it('R5.7 bytes that differ from the announced ones, and more than 20 MB, are refused', async () => {
    expect(await upload('a.pdf', pdf, { sha256: 'a'.repeat(64) })).toMatchObject({ status: 422 });
    expect(await upload('a.pdf', pdf, { size: pdf.length + 1 })).toMatchObject({ status: 422 });
    expect(await upload('a.pdf', pdf, { size: 21 * 1024 * 1024 })).toMatchObject({
      status: 413,
      body: { errCode: 'RHSY413' },
    });
    expect((await stored()).filter((path) => path.includes('incoming'))).toEqual([]);
  });

  it('security 4.8 a picture of more than 16 million pixels, or of many scans, is not rendered', async () => {
    const wide = await sharp({ create: { width: 5000, height: 3300, channels: 3, background: '#fff' } })
      .png({ compressionLevel: 9 })
      .toBuffer();
    for (const [name, bytes, message] of [
      ['a.png', wide, '图片尺寸过大：5000×3300，最多 1600 万像素，请缩小后再上传'],
      [
        'a.jpg',
        scannedPicture({ width: 4000, height: 3900, scans: 1800 }),
        '渐进式 JPEG 的扫描次数最多 20 次，请另存为普通的 JPEG 再上传',
      ],
    ] as const) {
      expect(await upload(name, bytes)).toMatchObject({
        status: 422,
        body: { errCode: 'RHSY422', data: { fields: [{ path: 'file', message }] } },
      });
    }
  });

  it('security 4.8 a tenant’s storage quota is checked before and again when the row is added, also for parallel uploads', async () => {
    const tenant = await app.open();
    await tenant.call('portal.login', { mobile: '13800000002', pwd: 'Demo-Merchant-2' });
    const table = Buffer.alloc(900_000, 'a,b\n');
    const replies = await Promise.all(Array.from({ length: 6 }, () => tenant.upload('file.upload', 'a.csv', table)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(replies.find(({ status }) => status === 409)?.body.errCode).toBe('RHFI001');
    const [sum] = await app.rows(
      'select sum(size_bytes)::int as bytes from file where tenant_id = (select tenant_id from file where size_bytes = 900000 limit 1)',
    );
    expect(sum?.['bytes']).toBe(2_700_000);
  });
});

describe('R6.3 access to files', () => {
  it('R6.3 another tenant’s file is answered like a missing one, and row security hides it as well', async () => {
    const fileId = bytesOf(await upload('回单.pdf', pdf));
    const [foreign, unknown] = [await download(second, fileId), await download(second, app.ports.ids.id())];
    const strip = ({ status, body: { traceId: _, ...body } }: TestReply) => ({ status, body });
    expect(strip(foreign)).toEqual(strip(unknown));
    expect(foreign.status).toBe(404);
    const [owner] = await app.rows("select tenant_id from tenant where name like '海纳%'");
    const seen = await app.database
      .reading({ tenantId: String(owner?.['tenant_id']) })
      .selectFrom('file')
      .select('file_id')
      .where('file_id', '=', fileId)
      .execute();
    expect(seen).toEqual([]);
  });

  it('security 4.12 a sensitive file is readable by its sender and by those who certify, and each look is audited', async () => {
    const fileId = bytesOf(await upload('身份证.png', await photograph('png')));
    await app.rows('update file set is_restricted = true where file_id = $1', [fileId]);
    expect((await download(first, fileId)).status).toBe(200);
    expect(
      await app.rows("select 1 from audit_event where object = $1 and event = 'file.download'", [fileId]),
    ).toHaveLength(1);
    for (let look = 0; look < 35; look += 1) expect((await download(first, fileId)).status).toBe(200);
    expect(
      await app.rows("select 1 from audit_event where object = $1 and event = 'file.download'", [fileId]),
    ).toHaveLength(36);
    await app.rows(
      "update file set user_id = (select user_id from user_account where mobile_masked = '138****0002') where file_id = $1",
      [fileId],
    );
    expect((await download(first, fileId)).status).toBe(200);
    const [owner] = await app.rows('select tenant_id from file where file_id = $1', [fileId]);
    const colleague = await colleagueOf(app, owner?.['tenant_id'], 'finance');
    expect(await download(colleague, fileId)).toMatchObject({ status: 403, body: { errCode: 'RHSY403' } });
  });

  it('R6.3 a viewer can read files and not upload them', async () => {
    const fileId = bytesOf(await upload('回单.pdf', pdf));
    await app.rows(
      "update session set role = 'viewer' where tenant_id = (select tenant_id from file where file_id = $1)",
      [fileId],
    );
    expect((await download(first, fileId)).status).toBe(200);
    expect((await upload('回单.pdf', pdf)).status).toBe(403);
    await app.rows("update session set role = 'owner' where role = 'viewer'");
  });
});

describe('R5.7 a disk that is full', () => {
  it('security 4.8 answers OPSB0005 with the time to wait, leaves nothing half-written, and works again after', async () => {
    const { createFileFolder } = await import('#adapters/fs-storage');
    let isFull = true;
    const dir = join(app.dataDir, 'other-files');
    const files = createFileFolder({
      dir,
      // Linux's /dev/full, which is always full.
      openNew: (path) => (isFull ? open('/dev/full', 'w') : open(path, 'wx')),
    });
    const other = await testApp({ files });
    try {
      const browser = await enter(other, 1);
      const reply = await browser.upload('file.upload', '回单.pdf', pdf);
      expect(reply).toMatchObject({ status: 503, body: { errCode: 'OPSB0005', errMsg: '系统繁忙，请稍后再试' } });
      expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0);
      expect(await other.rows('select 1 from file')).toEqual([]);
      expect((await readdir(dir, { recursive: true })).toSorted()).toEqual(['incoming', 'store-id']);
      expect((await browser.call('tenant.get')).status).toBe(200);
      isFull = false;
      expect((await browser.upload('file.upload', '回单.pdf', pdf)).status).toBe(200);
    } finally {
      await other.close();
    }
  });
});

describe('security 4.8 the scanner', () => {
  it('security 4.8 a harmful file is refused, and a file that could not be scanned is not readable until it was scanned', async () => {
    const script = join(app.dataDir, 'scan.sh');
    await writeFile(script, '#!/bin/sh\ngrep -q EICAR "$1" && exit 1\n[ -e "$0.on" ] || exit 2\n', { mode: 0o700 });
    const other = await testApp({ env: { SCAN_COMMAND: script } });
    try {
      const browser = await enter(other, 1);
      const bad = await browser.upload('file.upload', 'a.csv', Buffer.from('EICAR,1\n'));
      expect(bad).toMatchObject({
        status: 422,
        body: { data: { fields: [{ message: '文件未通过安全检查，不能上传' }] } },
      });
      const fileId = bytesOf(await browser.upload('file.upload', '回单.pdf', pdf));
      expect(await download(browser, fileId)).toMatchObject({ status: 409, body: { errCode: 'RHFI002' } });
      await writeFile(`${script}.on`, '');
      await runJob(other, 'file.scan');
      expect((await download(browser, fileId)).status).toBe(200);
    } finally {
      await other.close();
    }
  });

  it('security 4.11 a harmful file that two nodes find at once is noted once', async () => {
    const script = join(app.dataDir, 'scan-twice.sh');
    // Once it is switched on it waits until two nodes scan.
    const two = 'touch "$0.scan.$$"; until [ "$(ls "$0".scan.* | wc -l)" -ge 2 ]; do sleep 0.05; done';
    await writeFile(script, `#!/bin/sh\n[ -e "$0.on" ] || exit 2\n${two}; exit 1\n`, { mode: 0o700 });
    const other = await testApp({ env: { SCAN_COMMAND: script } });
    try {
      const browser = await enter(other, 1);
      const fileId = bytesOf(await browser.upload('file.upload', '回单.pdf', pdf));
      await writeFile(`${script}.on`, '');
      await Promise.all([runJob(other, 'file.scan'), runJob(other, 'file.scan')]);
      expect((await download(browser, fileId)).status).toBe(404);
      expect(await other.rows("select object from audit_event where event = 'job.file.infected'")).toEqual([
        { object: fileId },
      ]);
    } finally {
      await other.close();
    }
  });
});
