import { randomBytes, randomInt } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';
import { zipPieces } from '../../apps/server/src/kernel/files/zip.ts';

const noise = (most: number): Buffer => randomBytes(randomInt(1, most));

const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
};

/** A square of grey noise, eight bits a pixel. */
const png = (): Buffer => {
  const side = randomInt(8, 120);
  const head = Buffer.alloc(13);
  head.writeUInt32BE(side, 0);
  head.writeUInt32BE(side, 4);
  head[8] = 8;
  const rows = Array.from({ length: side }, () => Buffer.concat([Buffer.from([0]), randomBytes(side)]));
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.concat(rows))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
};

const pdf = (): Buffer =>
  Buffer.from(`%PDF-1.7\n1 0 obj\n<<>>\nendobj\n%${noise(30_000).toString('hex')}\ntrailer\n<<>>\n%%EOF\n`);

const xlsx = async (): Promise<Buffer> => {
  const parts = {
    '[Content_Types].xml': '<?xml version="1.0"?><Types/>',
    '_rels/.rels': '<Relationships><Relationship Id="r1" Target="xl/workbook.xml"/></Relationships>',
    'xl/workbook.xml': '<workbook/>',
    'xl/note.xml': `<note>${noise(3000).toString('hex')}</note>`,
  };
  const entries = Object.entries(parts).map(([name, text]) => ({ name, body: [Buffer.from(text)] }));
  return Buffer.concat(await Array.fromAsync(zipPieces(entries, new Date())));
};

/** A new file of each kind, with a matching name; no two are equal. */
export const sampleFiles: Readonly<Record<string, () => Buffer | Promise<Buffer>>> = {
  '图.png': png,
  '回单.pdf': pdf,
  '明细.xlsx': xlsx,
};
