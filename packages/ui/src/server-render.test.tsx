// @vitest-environment node
import type { JSX } from 'react';
import { renderToString } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { galleryPages } from './testing/gallery.fixture.tsx';

const pages = Object.entries(galleryPages);

describe.each(pages)('on the server, %s', (_, Page: (props: { pageType: 'PC' | 'H5' }) => JSX.Element) => {
  test.each(['PC', 'H5'] as const)('R1.4 renders for %s where there is no document', (pageType) => {
    expect(typeof document).toBe('undefined');
    expect(renderToString(<Page pageType={pageType} />).length).toBeGreaterThan(200);
  });

  test('R2.2 writes no style attribute, no style element and no handler, which the policy would drop', () => {
    const html = renderToString(<Page pageType="PC" />);
    expect(html.match(/<style|\sstyle=|\son[a-z]+=/g)).toBeNull();
  });
});
