import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32, deflateRawSync } from 'node:zlib';
import type { MemberRole } from '@ronghui/contract';
import sharp from 'sharp';
import { ensureDemoAccounts } from '#features/register/demo-accounts';
import type { TestApp } from '#kernel/testing/test-app';
import type { TestBrowser } from '#kernel/testing/test-client';
import { fileJobs } from './file.jobs.ts';

/** A demonstration merchant with a browser. */
export const enter = async (app: TestApp, which: 1 | 2): Promise<TestBrowser> => {
  await ensureDemoAccounts(app);
  const browser = await app.open();
  const reply = await browser.call('portal.login', { mobile: `1380000000${which}`, pwd: `Demo-Merchant-${which}` });
  if (reply.status !== 200) throw new Error(reply.text);
  return browser;
};

/** A part of a package as it is written, and what the directory says of it where that differs. */
export interface SamplePart {
  readonly name: string;
  readonly text: string | Buffer;
  readonly localName?: string;
  readonly isEncrypted?: boolean;
  /** Another check sum than that of its bytes. */
  readonly sum?: number;
}

/** A package of some parts. */
export const zipOf = (parts: readonly SamplePart[]): Buffer => {
  const locals: Buffer[] = [];
  const entries: Buffer[] = [];
  let at = 0;
  for (const { name, text, localName = name, isEncrypted = false, sum } of parts) {
    const bytes = Buffer.from(text);
    const packed = deflateRawSync(bytes, { level: 9 });
    const sums = Buffer.alloc(20);
    sums.writeUInt16LE(isEncrypted ? 1 : 0, 0);
    sums.writeUInt16LE(8, 2);
    sums.writeUInt32LE(sum ?? crc32(bytes), 8);
    sums.writeUInt32LE(packed.length, 12);
    sums.writeUInt32LE(bytes.length, 16);
    const lengthOf = (text: string) => Buffer.from([Buffer.byteLength(text), 0, 0, 0]);
    const local = Buffer.concat([
      Buffer.from([0x50, 0x4b, 3, 4, 20, 0]),
      sums,
      lengthOf(localName),
      Buffer.from(localName),
      packed,
    ]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(at, 10);
    entries.push(
      Buffer.concat([
        Buffer.from([0x50, 0x4b, 1, 2, 20, 0, 20, 0]),
        sums,
        lengthOf(name),
        tail.subarray(0, 14),
        Buffer.from(name),
      ]),
    );
    locals.push(local);
    at += local.length;
  }
  const directory = Buffer.concat(entries);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...locals, directory, end]);
};

/** The parts that every workbook has. */
export const workbookParts: readonly SamplePart[] = [
  { name: '[Content_Types].xml', text: '<?xml version="1.0"?><Types/>' },
  { name: '_rels/.rels', text: '<Relationships><Relationship Id="r1" Target="xl/workbook.xml"/></Relationships>' },
  { name: 'xl/workbook.xml', text: '<workbook/>' },
  {
    name: 'xl/worksheets/_rels/sheet1.xml.rels',
    text: '<Relationships><Relationship Id="r1" Type="http://x/drawing" Target="../drawings/a.xml" TargetMode="Internal"/></Relationships>',
  },
];

/** A photograph with a camera's metadata: place, device and orientation. */
export const photograph = (kind: 'png' | 'jpeg' = 'jpeg', width = 64, height = 32): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#23408e' } })
    .withExif({ IFD0: { Make: 'Secret-Camera', Copyright: 'somebody' } })
    .withMetadata({ orientation: 6 })
    .toFormat(kind)
    .toBuffer();

export const pdf = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n');
export const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** A member of a tenant with a role, with a browser. */
export const colleagueOf = async (app: TestApp, tenantId: unknown, role: MemberRole): Promise<TestBrowser> => {
  const browser = await app.open();
  const userId = `u-${role}`;
  await app.rows('insert into session_epoch (user_id, epoch) values ($1, 0) on conflict do nothing', [userId]);
  await app.rows(
    "update session set kind = 'merchant', user_id = $1, tenant_id = $2, role = $3 where token_hash = $4",
    [
      userId,
      tenantId,
      role,
      createHash('sha256')
        .update(browser.cookies.get('sid') ?? '')
        .digest(),
    ],
  );
  return browser;
};

/** Runs one of the noun's jobs, as the queue does. */
export const runJob = async (app: TestApp, name: string): Promise<void> => {
  const found = fileJobs.find((each) => each.name === name);
  if (found === undefined) throw new Error(`no job ${name}`);
  await found.run({ database: app.database, ports: app.ports, log: app.ports.log });
};

/** The stored and the incoming files, by path. */
export const storedFiles = async (app: TestApp): Promise<string[]> => {
  const folders = ['kept', 'incoming'].map((name) => join(app.dataDir, 'files', name));
  const entries = await Promise.all(folders.map((each) => readdir(each, { recursive: true, withFileTypes: true })));
  return entries.flat().flatMap((entry) => (entry.isFile() ? [join(entry.parentPath, entry.name)] : []));
};
