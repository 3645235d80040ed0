import { lineFields, lineHeads } from '@ronghui/domain/line-import';
import { expect, it } from 'vitest';
import { templateFile } from './template-file.ts';

it('R11.6 the template has one row of Chinese heads, each of which an import recognises', async () => {
  const { blob, fileName } = templateFile();
  expect(fileName).toBe('明细导入模板.csv');
  const bytes = new Uint8Array(await blob.arrayBuffer());
  expect(Array.from(bytes.subarray(0, 3))).toEqual([0xef, 0xbb, 0xbf]);
  const [head = '', rest] = new TextDecoder().decode(bytes).split('\r\n');
  expect(rest).toBe('');
  const names = head.split(',');
  expect(names).toHaveLength(lineFields.length);
  for (const [place, field] of lineFields.entries()) expect(lineHeads[field]).toContain(names[place]);
});
