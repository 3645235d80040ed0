import { expect, it } from 'vitest';
import { readTar } from './read-tar.mjs';

const entry = (name: string, content: string, type = '0', prefix = ''): Buffer => {
  const header = Buffer.alloc(512);
  header.write(name, 0);
  header.write(`${Buffer.byteLength(content).toString(8).padStart(11, '0')}\0`, 124);
  header.write(type, 156);
  header.write('ustar\u000000', 257);
  header.write(prefix, 345);
  const body = Buffer.alloc(Math.ceil(Buffer.byteLength(content) / 512) * 512);
  body.write(content);
  return Buffer.concat([header, body]);
};

const end = Buffer.alloc(1024);

it('R14.1 the files of an archive are read by their path, folders and links are left out', () => {
  const long = 'x'.repeat(1000);
  const archive = Buffer.concat([
    entry('package/', '', '5'),
    entry('package/a', 'one'),
    entry('package/link', '', '2'),
    entry('b', long, '0', 'package/deep'),
    entry('package/empty', ''),
    end,
  ]);
  const files = [...readTar(archive)].map(([name, bytes]) => [name, bytes.toString()]);
  expect(files).toEqual([
    ['package/a', 'one'],
    ['package/deep/b', long],
    ['package/empty', ''],
  ]);
});

it('R14.1 an archive that is cut off is refused', () => {
  expect(() => readTar(entry('package/a', 'x'.repeat(600)).subarray(0, 1024))).toThrow(/ends within package\/a/);
});
