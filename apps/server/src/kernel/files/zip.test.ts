import { strFromU8, unzipSync } from 'fflate';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { type ZipEntry, zipPieces } from '#kernel/files/zip';

afterEach(() => void vi.unstubAllEnvs());

const entries = [
  {
    name: '个人信息.json',
    body: [Buffer.from('{"姓名": "文"}\n'.repeat(300)), Buffer.from('{"姓名": "文"}\n'.repeat(200))],
  },
  { name: 'empty.csv', body: [] },
];

const zipOf = async (files: readonly ZipEntry[], at: Date): Promise<Buffer> => {
  const pieces: Uint8Array[] = [];
  for await (const piece of zipPieces(files, at)) pieces.push(piece);
  return Buffer.concat(pieces);
};

describe('R10.9 an archive', () => {
  test('R10.9 holds its files with their names in UTF-8, smaller than they are', async () => {
    const archive = await zipOf(entries, new Date('2026-11-20T16:30:10Z'));
    const opened = unzipSync(archive);
    expect(Object.keys(opened)).toEqual(['个人信息.json', 'empty.csv']);
    for (const { name, body } of entries) {
      expect(strFromU8(opened[name] ?? new Uint8Array())).toBe(Buffer.concat(body).toString());
    }
    expect(archive.length).toBeLessThan(1000);
    // Bit 11: the name is UTF-8.
    expect(archive.readUInt16LE(6) & (1 << 11)).not.toBe(0);
  });

  test.each(['UTC', 'Asia/Shanghai', 'America/New_York'])(
    'R10.9 has the time of Shanghai on a machine in %s',
    async (zone) => {
      vi.stubEnv('TZ', zone);
      const archive = await zipOf(entries, new Date('2026-11-20T16:30:10Z'));
      const [time, date] = [archive.readUInt16LE(10), archive.readUInt16LE(12)];
      expect([(date >> 9) + 1980, (date >> 5) & 15, date & 31]).toEqual([2026, 11, 21]);
      expect([time >> 11, (time >> 5) & 63, (time & 31) * 2]).toEqual([0, 30, 10]);
    },
  );
});
