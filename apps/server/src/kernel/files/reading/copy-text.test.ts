import { describe, test } from 'vitest';
import { CopyBytes } from './copy-text.ts';

const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('utf8');

describe('R13.1 rows on their way to the database', () => {
  test('R13.1 texts are gathered as bytes, in their order, whatever their signs and however many', ({ expect }) => {
    const made = new CopyBytes();
    const texts = ['1\tR1\t机构\t𠮷\n', '', 'é'.repeat(400_000), '融'.repeat(700_000), '2\t\\N\n'];
    for (const text of texts) made.add(text);
    expect(made.length).toBe(Buffer.byteLength(texts.join('')));
    expect(textOf(made.take()) === texts.join('')).toBe(true);
  });

  test('R13.1 what was taken has memory of its own: it may be handed to another thread, and what follows does not change it', ({
    expect,
  }) => {
    const made = new CopyBytes();
    made.add('one');
    const one = made.take();
    made.add('two more');
    expect(made.length).toBe(8);
    expect([one.buffer.byteLength, textOf(one)]).toEqual([3, 'one']);
    structuredClone(one, { transfer: [one.buffer] });
    expect(textOf(made.take())).toBe('two more');
    expect(made.take()).toHaveLength(0);
  });
});
