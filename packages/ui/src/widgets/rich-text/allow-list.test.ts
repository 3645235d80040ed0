import { expect, test } from 'vitest';
import { isAllowedImage, isAllowedLink } from './allow-list.ts';

test.each([
  ['https://example.com', true],
  ['mailto:a@b.cn', true],
  ['tel:4008000000', true],
  ['#/portal/docs', true],
  ['/docs/a.pdf', true],
  ['//evil.example', false],
  ['/\\evil.example', false],
  ['javascript:alert(1)', false],
  ['JaVaScRiPt:alert(1)', false],
  ['data:text/html,x', false],
  ['ftp://example.com', false],
  ['', false],
])('security 4.9 a link to %s is allowed: %s', (href, allowed) => {
  expect(isAllowedLink(href)).toBe(allowed);
});

test.each([
  ['/files/a.png', true],
  ['https://cdn.example/a.png', true],
  ['http://cdn.example/a.png', false],
  ['https://evil.example/a.png', false],
  ['//cdn.example/a.png', false],
  ['data:image/png;base64,AAAA', true],
  ['data:image/svg+xml;base64,AAAA', false],
  ['x', false],
])('security 4.9 a picture at %s is shown: %s', (src, allowed) => {
  expect(isAllowedImage(src, ['cdn.example'])).toBe(allowed);
});
