import { expect, test } from 'vitest';
import { render } from '../../testing/screen.fixture.ts';
import { Highlight } from './highlight.tsx';
import { parseHighlight } from './parse-highlight.ts';

test('R2.6 what was found is marked and no other tag ever becomes markup', () => {
  const { container } = render(
    <Highlight text={'保理<mark>费率</mark><img src=x onerror=alert(1)> &lt;b&gt; &amp;amp;<mark>费'} />,
  );
  expect(container.querySelectorAll('img, b')).toHaveLength(0);
  expect([...container.querySelectorAll('mark')].map((mark) => mark.textContent)).toEqual(['费率', '费']);
  expect(container.textContent).toBe('保理费率<img src=x onerror=alert(1)> <b> &amp;费');
});

test('R2.6 segments are what the marks say', () => {
  expect(parseHighlight('a<mark>b</mark>c')).toEqual([
    { text: 'a', marked: false },
    { text: 'b', marked: true },
    { text: 'c', marked: false },
  ]);
  expect(parseHighlight('')).toEqual([]);
});
