import { expect, test } from 'vitest';
import { isPlain, roughText } from './html-text.ts';

test('R12.2 what is readable in HTML is its words, without tags, scripts and styles', () => {
  for (const [html, text] of [
    ['<p>应付 <b>¥1,234.56</b></p>', '应付 ¥1,234.56'],
    ['a &lt;b&gt; &amp;&quot;c&quot;&nbsp;&unknown;', 'a <b> &"c" &unknown;'],
    ['1<script>alert(1)</script>2<STYLE media="a>b">*{}</STYLE >3<textarea><b>x</b></textarea>4', '1234'],
    ['前<script>没有结尾 <b>的</b>脚本', '前'],
    ['前<!-- 注 -->后<br/>尾', '前后尾'],
    ['1 < 2，3 > 2', '1 < 2，3 > 2'],
    ['前<b 没有结尾', '前'],
    ['<img alt="a<b">字', '字'],
  ] as const) {
    expect(roughText(html)).toBe(text);
  }
});

test('R12.2 a text is plain without a tag, an entity and an address', () => {
  expect(['一般的话', 'a > b', 'a < b', 'a & b', 'x://y'].map(isPlain)).toEqual([true, true, false, false, false]);
});

// a quadratic parser takes most of a minute for some of these
const many = 200_000;

test.each([
  ['openings without an end', '<'.repeat(many)],
  ['tags without an end', '<a'.repeat(many)],
  ['scripts without an end', '<script>'.repeat(many)],
  ['scripts whose ends have no end', `${'<script></script'.repeat(many)}`],
  ['ends with much space in them', `<script>${`</script${' '.repeat(1000)}x`.repeat(1000)}`],
  ['comments without an end', '<!--'.repeat(many)],
  ['entities without an end', '&a'.repeat(many)],
  ['one entity without an end', `&${'a'.repeat(many)}`],
])('security 4.9 a long text of %s is read in one go', (_name, html) => {
  expect(roughText(html).length).toBeLessThanOrEqual(html.length);
});
