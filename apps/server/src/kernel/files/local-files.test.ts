import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createLocalFiles, fileMode } from './local-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'ronghui-local-files-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** How large each write of a file was. @unit bytes */
const writesOf = async (pieces: readonly Buffer[]): Promise<readonly number[]> => {
  const writes: number[] = [];
  const openNew = async (path: string): Promise<FileHandle> => {
    const handle = await open(path, 'wx', fileMode);
    const writeFile = handle.writeFile.bind(handle);
    handle.writeFile = async (data) => {
      writes.push((data as Buffer).byteLength);
      await writeFile(data);
    };
    return handle;
  };
  const file = await createLocalFiles(folder, openNew).receive(async () => undefined);
  const body = async function* () {
    yield* pieces;
  };
  const whole = Buffer.concat(pieces);
  expect(await file.write(body())).toBe(whole.byteLength);
  expect(readFileSync(file.path).equals(whole)).toBe(true);
  return writes;
};

const bytes = (length: number, value: number): Buffer => Buffer.alloc(length, value);

describe('R10.2 a file that comes in pieces', () => {
  it.each([
    { what: 'none', pieces: [], writes: 1 },
    { what: 'small ones around a large one', pieces: [bytes(1, 1), bytes(300_000, 2), bytes(1, 3)], writes: 2 },
    { what: 'two large ones', pieces: [bytes(300_000, 1), bytes(400_000, 2)], writes: 3 },
    { what: 'a thousand of one byte', pieces: Array.from({ length: 1000 }, (_, at) => bytes(1, at)), writes: 4 },
    {
      what: 'many of the size of a stream',
      pieces: Array.from({ length: 64 }, (_, at) => bytes(16_384, at)),
      writes: 5,
    },
  ])('R10.2 $what is stored whole and in order, with few writes', async ({ pieces, writes }) => {
    expect((await writesOf(pieces)).length).toBe(writes);
  });
});
