import { hash } from 'node:crypto';
import { expect, it } from 'vitest';
import { createDigests } from '#kernel/calls/envelope/recent-digests';

it('contract 1 the digest of a payload is SHA-256, whether it was asked for before, is too long to keep, or the table began again', () => {
  const digestOf = createDigests('hex', 64);
  const texts = [
    ...Array.from({ length: 10_001 }, (_, at) => `{"limit":${at}}`),
    '',
    'x'.repeat(65),
    '融惠'.repeat(20),
  ];
  for (const text of [...texts, ...texts.slice(0, 3), ...texts.slice(-3)])
    expect(digestOf(text)).toBe(hash('sha256', text));
});
