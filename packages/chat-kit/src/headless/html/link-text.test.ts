import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findLinks, textToHtml } from './link-text.ts';
import { safeLink, safeMedia } from './safe-address.ts';

const address = fc.string().map((path) => `http://a.example/${encodeURIComponent(path.toWellFormed())}`);
const page = 'https://shop.example.com/portal/';

test('R12.2 only http, https, mailto and tel addresses are links', () => {
  expect(safeLink('https://a.example/x', page)).toBe('https://a.example/x');
  expect(safeLink('docs/1', page)).toBe('https://shop.example.com/portal/docs/1');
  expect(safeLink('tel:400-000-0000', page)).toBe('tel:400-000-0000');
  for (const bad of [
    'javascript:alert(1)',
    ' JaVaScRiPt:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'file:///etc/passwd',
    'blob:x',
    'http://[',
  ]) {
    expect(safeLink(bad, page)).toBeUndefined();
  }
});

test('R12.2 media come from the page’s own origin or a listed host', () => {
  expect(safeMedia('/files/1.png', [], page)).toBe('https://shop.example.com/files/1.png');
  expect(safeMedia('https://cdn.example/1.png', ['cdn.example'], page)).toBe('https://cdn.example/1.png');
  expect(safeMedia('https://evilcdn.example/1.png', ['cdn.example'], page)).toBeUndefined();
  expect(safeMedia('https://cdn.example.evil.org/1.png', ['cdn.example'], page)).toBeUndefined();
  expect(safeMedia('//elsewhere.example/1.png', '*', page)).toBe('https://elsewhere.example/1.png');
  expect(safeMedia('data:image/png;base64,AAAA', [], page)).toBe('data:image/png;base64,AAAA');
  for (const bad of [
    'data:image/svg+xml,<svg onload=alert(1)>',
    'data:text/html,x',
    'javascript:alert(1)',
    '',
    '   ',
  ]) {
    expect(safeMedia(bad, '*', page)).toBeUndefined();
  }
});

test('R12.2 the pieces of a text are the text, whatever it holds', () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(fc.string(), address, fc.constant('，见 https://a.example/b?c=1。')), { maxLength: 6 }),
      (parts) => {
        const text = parts.join(' ');
        const pieces = findLinks(text);
        expect(pieces.map((piece) => (typeof piece === 'string' ? piece : piece.text)).join('')).toBe(text);
        for (const piece of pieces) if (typeof piece !== 'string') expect(piece.href).toMatch(/^https?:\/\//iu);
      },
    ),
  );
});

test('R12.2 punctuation after an address is no part of it', () => {
  expect(findLinks('见https://a.example/b?c=1，谢谢')).toEqual([
    '见',
    { href: 'https://a.example/b?c=1', text: 'https://a.example/b?c=1' },
    '，谢谢',
  ]);
  expect(findLinks('(https://a.example).')).toEqual([
    '(',
    { href: 'https://a.example', text: 'https://a.example' },
    ').',
  ]);
});

test('R12.2 a user’s text becomes HTML that means just that text', () => {
  expect(textToHtml('<b>1</b> & "2"\nhttps://a.example/?a=1&b=2')).toBe(
    '&lt;b&gt;1&lt;/b&gt; &amp; &quot;2&quot;<br><a href="https://a.example/?a=1&amp;b=2">https://a.example/?a=1&amp;b=2</a>',
  );
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(textToHtml(text.replaceAll('://', ''))).not.toMatch(/<(?!br>)/u);
    }),
  );
});

// a quadratic parser takes most of a minute for some of these
const many = 200_000;

test.each([
  ['closing signs before a last letter', `http://a${')'.repeat(many)}x`],
  ['closing signs at the end', `http://a${')'.repeat(many)}`],
  ['closing signs that letters part', `http://a${'))x'.repeat(many)}`],
  ['beginnings of an address', 'http://'.repeat(many)],
  ['beginnings on their own', 'https:// '.repeat(many)],
])('security 4.9 the addresses in a long text of %s are found in one go', (_name, text) => {
  expect(
    findLinks(text)
      .map((piece) => (typeof piece === 'string' ? piece : piece.text))
      .join('').length,
  ).toBe(text.length);
});

test.each([
  ['见https://a.example/b谢谢', 'https://a.example/b'],
  ['https://a.example/b（说明）', 'https://a.example/b'],
  ['https://a.example/wiki/A_(b)', 'https://a.example/wiki/A_(b)'],
  ['（见 https://a.example/wiki/A_(b)）', 'https://a.example/wiki/A_(b)'],
  ['(https://a.example/wiki/A_(b)).', 'https://a.example/wiki/A_(b)'],
  ['[https://a.example/?q[]=1]', 'https://a.example/?q[]=1'],
])('R12.2 the address in %s ends before Chinese characters and keeps balanced brackets', (text, wanted) => {
  expect(findLinks(text).flatMap((piece) => (typeof piece === 'string' ? [] : [piece.href]))).toEqual([wanted]);
});

test.each(['/docs/1', 'docs/1?a=b#c', '../x', '#part', '?page=2'])(
  'R12.2 the relative address %s stays as it is',
  (address) => {
    expect([safeLink(address), safeMedia(address, [])]).toEqual([address, address]);
    expect(safeMedia('//elsewhere.example/1.png', [])).toBeUndefined();
    expect(safeMedia('/\\elsewhere.example/1.png', [])).toBeUndefined();
  },
);
