import { describe, expect, it } from 'vitest';
import { createPartHeadCheck } from '#kernel/http/bodies/part-heads';

const type = 'multipart/form-data; boundary="b 1"';
const part = (head: string, body: string) => `--b 1\r\n${head}\r\n\r\n${body}\r\n`;
const longestHead = (body: string, pieceBytes: number): number => {
  const bytes = Buffer.from(body);
  for (let max = 0; ; max += 1) {
    let isLong = false;
    const check = createPartHeadCheck(type, max, () => {
      isLong = true;
    });
    for (let at = 0; at < bytes.length; at += pieceBytes) check(bytes.subarray(at, at + pieceBytes));
    if (!isLong) return max;
  }
};

describe('R5.7 the heads of parts', () => {
  it.each([1, 2, 3, 5, 8, 1000])('R5.7 are measured alike in pieces of %s bytes', (pieceBytes) => {
    const body = `${part('a: 1', 'long enough to be no head')}${part('b: 12345', '')}${part('c: 12', 'x\r\n--b 2')}--b 1--\r\n`;
    // With the line that ends the boundary.
    expect(longestHead(body, pieceBytes)).toBe('\r\nb: 12345'.length);
  });

  it('R5.7 a type without a boundary has none', () => {
    createPartHeadCheck('multipart/form-data', 0, () => expect.unreachable())(Buffer.from(part('a: 1', '')));
  });
});
