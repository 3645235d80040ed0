import { describe, expect, it } from 'vitest';
import { keyPieces, nameKey, plainName } from './plain-name.ts';

describe('a name as it is stored', () => {
  it.each([
    ['融惠（上海）\n科技有限公司', '融惠（上海）科技有限公司'],
    ['融惠\t科技\r\n', '融惠科技'],
    ['Acme\r\nTrading Ltd', 'Acme Trading Ltd'],
    ['\u200b王\u200d小\ufeff明\u2060', '王小明'],
    ['王\u202e明', '王明'],
    ['第一行\u2028第二行\u0085', '第一行第二行'],
    ['一 家　公司', '一 家　公司'],
    ['𠮷野', '𠮷野'],
  ])('R5.5 %j is stored as %j', (typed, stored) => {
    expect(plainName(typed)).toBe(stored);
  });
});

describe('a name as it is looked for', () => {
  it.each(['融惠(集团)ABC公司', '融惠（集团）ＡＢＣ公司', '融惠〔集团〕abc公司', ' 融惠【集团】 Abc\t公司\u200b'])(
    'R2.1 %j has the key of all its ways to be written',
    (typed) => {
      expect(nameKey(typed)).toBe('融惠(集团)abc公司');
    },
  );

  it('R2.1 a key is found by its pairs of signs, a single sign by itself, nothing by none', () => {
    expect(keyPieces('甲乙甲乙丙')).toEqual(['甲乙', '乙甲', '乙丙']);
    expect(keyPieces('甲')).toEqual(['甲']);
    expect(keyPieces('𠮷野')).toEqual(['𠮷野']);
    expect(keyPieces('')).toEqual([]);
  });
});
