import { expect, test } from 'vitest';
import { codeWords } from './colour-code.ts';

const coloured = (text: string) => codeWords(text).map(({ kind, from, to }) => [kind, text.slice(from, to)]);

test.each([
  ['const a = "b"; // c', ['keyword', 'const'], ['string', '"b"'], ['comment', '// c']],
  ["fetch('https://a.example/#/x')", ['string', "'https://a.example/#/x'"]],
  ['{"limit": 3}', ['string', '"limit"'], ['number', '3']],
  ['npm start # later', ['comment', '# later']],
])('ux code %s is coloured by its words', (text, ...words) => {
  expect(coloured(text)).toEqual(words);
});

test('ux a comment without its end goes to that of the code, which is gone through once', () => {
  expect(coloured('/* a\nb')).toEqual([['comment', '/* a\nb']]);
  const text = '/* '.repeat(20_000);
  expect(codeWords(text)).toEqual([{ kind: 'comment', from: 0, to: text.length }]);
});
