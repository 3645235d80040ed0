import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { readAhead } from './read-ahead.ts';

interface Source {
  drawn: number;
  isEnded: boolean;
}

/** Pieces of ten bytes, and how many of them were drawn. */
const tens = (count: number, failure?: Error): [AsyncGenerator<{ readonly bytes: Uint8Array; no: number }>, Source] => {
  const source: Source = { drawn: 0, isEnded: false };
  const pieces = async function* () {
    try {
      for (let no = 0; no < count; no += 1) {
        await wait(0);
        source.drawn += 1;
        yield { bytes: new Uint8Array(10), no };
      }
      if (failure !== undefined) throw failure;
    } finally {
      source.isEnded = true;
    }
  };
  return [pieces(), source];
};

const settled = async (isSettled: () => boolean): Promise<void> => {
  while (!isSettled()) await wait(1);
};

it('R13.1 pieces are drawn before anybody asks for them, to a bound, and come in their order', async () => {
  const [pieces, source] = tens(100);
  const ahead = readAhead(pieces, 50);
  await settled(() => source.drawn === 5);
  const first = await ahead.next();
  // One was taken, and one more fits.
  await settled(() => source.drawn === 6);
  const found: number[] = first.done === true ? [] : [first.value.no];
  for await (const { no } of ahead) found.push(no);
  expect(found).toEqual(Array.from({ length: 100 }, (_, no) => no));
  expect(source.isEnded).toBe(true);
});

it('R13.1 a fault comes after the pieces before it, also when it was met long before', async () => {
  const [pieces, source] = tens(3, new Error('第 4 行'));
  const ahead = readAhead(pieces, 1000);
  await settled(() => source.isEnded);
  const found: number[] = [];
  const all = async (): Promise<void> => {
    for await (const { no } of ahead) found.push(no);
  };
  await expect(all()).rejects.toThrow('第 4 行');
  expect(found).toEqual([0, 1, 2]);
});

it.each([
  ['before its first piece', 0],
  ['in the middle', 3],
])('R13.4 what nobody reads on is ended: %s', async (_, asked) => {
  const [pieces, source] = tens(1000);
  const ahead = readAhead(pieces, 50);
  for (let no = 0; no < asked; no += 1) await ahead.next();
  await ahead.return(undefined);
  expect(source.isEnded).toBe(true);
  expect(source.drawn).toBeLessThan(10);
  expect(await ahead.next()).toEqual({ done: true, value: undefined });
});
