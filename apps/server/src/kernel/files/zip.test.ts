import { strFromU8, unzipSync } from 'fflate';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { zipOf } from '#kernel/files/zip';

afterEach(() => void vi.unstubAllEnvs());

const entries = [
  { name: '个人信息.json', bytes: Buffer.from('{"姓名": "文"}\n'.repeat(500)) },
  { name: 'empty.csv', bytes: Buffer.alloc(0) },
];

describe('R10.9 an archive', () => {
  test('R10.9 holds its files with their names in UTF-8, smaller than they are', () => {
    const archive = zipOf(entries, new Date('2026-11-20T16:30:10Z'));
    const opened = unzipSync(archive);
    expect(Object.keys(opened)).toEqual(['个人信息.json', 'empty.csv']);
    for (const { name, bytes } of entries) expect(strFromU8(opened[name] ?? new Uint8Array())).toBe(bytes.toString());
    expect(archive.length).toBeLessThan(1000);
    // Bit 11: the name is UTF-8.
    expect(archive.readUInt16LE(6) & (1 << 11)).not.toBe(0);
  });

  test.each(['UTC', 'Asia/Shanghai', 'America/New_York'])(
    'R10.9 has the time of Shanghai on a machine in %s',
    (zone) => {
      vi.stubEnv('TZ', zone);
      const archive = zipOf(entries, new Date('2026-11-20T16:30:10Z'));
      const [time, date] = [archive.readUInt16LE(10), archive.readUInt16LE(12)];
      expect([(date >> 9) + 1980, (date >> 5) & 15, date & 31]).toEqual([2026, 11, 21]);
      expect([time >> 11, (time >> 5) & 63, (time & 31) * 2]).toEqual([0, 30, 10]);
    },
  );
});
