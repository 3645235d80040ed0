import { expect, it } from 'vitest';
import { pageTypeOf } from './page-type.ts';

it.each([
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)', 'H5'],
  ['Mozilla/5.0 (Linux; Android 15; Tablet)', 'H5'],
  ['Mozilla/5.0 (Tablet; rv:140.0) Gecko/140.0 Mobi', 'H5'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 15_0)', 'PC'],
  ['', 'PC'],
] as const)('R1.4 a browser that calls itself %j gets the page %s', (userAgent, pageType) => {
  expect(pageTypeOf(userAgent)).toBe(pageType);
});
