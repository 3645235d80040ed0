import { describe, expect, it } from 'vitest';
import { ColumnKinds, samplesOfAll } from './column-samples.ts';

describe('R13.1 the kinds of a column', () => {
  it('R13.1 a kind that occurs late is one; a column with many kinds, or a long text, is none', () => {
    const kinds = new ColumnKinds(3);
    for (let no = 0; no < 100; no += 1) kinds.take([no === 99 ? '退货' : '消费', `R-${no}`, '']);
    kinds.take(['', '', '一段说明，比任何种类都长，因此这一列不是种类的列，也不会被当作种类']);
    expect(kinds.found).toEqual([['消费', '退货'], [], []]);
  });

  it('R13.1 samples are those of the first rows, then each kind that these do not have, once', () => {
    const rows = ['消费', '-', '消费'].map((text, at) => ({ no: at + 2, cells: [text] }));
    expect(samplesOfAll({ rows, kinds: [['消费', ' 退货', '退货', '']] }, 0)).toEqual(['消费', '消费', '退货']);
    expect(samplesOfAll({ rows }, 0)).toEqual(['消费', '消费']);
    expect(samplesOfAll({ rows, beside: [2] }, 0)).toEqual(['消费']);
  });
});
