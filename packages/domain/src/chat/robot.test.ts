import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readQuestion } from '../search-text.ts';
import { asksForPerson, bestPart, partsOf, shortened } from './robot.ts';

const doc = {
  title: '支付账单',
  outline: [
    { id: 'transfer', text: '对公转账' },
    { id: 'overdue', text: '逾期' },
  ],
  plain:
    '账单确认后可以付款。\n对公转账\n把款项转到账单上的账户，附言写账单编号。\n银行到账后结清。\n逾期\n到期后未付的账单是逾期账单。',
};

describe('service 4.1 the robot answers with a part of a document', () => {
  it('service 4.1 a document is cut at its headings, and what stands before the first one is a part too', () => {
    expect(partsOf(doc)).toEqual([
      { anchor: null, heading: '支付账单', text: '账单确认后可以付款。' },
      { anchor: 'transfer', heading: '对公转账', text: '把款项转到账单上的账户，附言写账单编号。\n银行到账后结清。' },
      { anchor: 'overdue', heading: '逾期', text: '到期后未付的账单是逾期账单。' },
    ]);
    expect(partsOf({ title: '空', outline: [], plain: '' })).toEqual([]);
  });

  it('service 4.1 the part is the one whose heading and words are asked for', () => {
    const found = (asked: string, of = doc) => bestPart(partsOf(of), readQuestion(asked), asked)?.anchor;
    expect(found('逾期了会怎么样')).toBe('overdue');
    expect(found('转账附言写什么')).toBe('transfer');
    expect(found('天气')).toBe(null);
    // Both headings have the word: the one that is the question itself is meant, and the title of the document tells neither.
    const renewing = {
      title: '续费',
      outline: [
        { id: 'how', text: '续费' },
        { id: 'without', text: '不续费会怎样' },
      ],
      plain: '续费的办法。\n续费\n在订单里续费。\n不续费会怎样\n到期后停用。',
    };
    expect(found('不续费会怎样', renewing)).toBe('without');
    expect(found('怎么续费', renewing)).toBe('how');
  });

  it('service 4.1 an answer is shortened at a sentence, and never longer than it may be', () => {
    expect(shortened('第一句。第二句很长很长。', 8)).toBe('第一句。');
    expect(shortened('没有句号的一长串字', 5)).toBe('没有句号…');
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 400 }), fc.integer({ min: 2, max: 60 }), (text, most) => {
        const short = shortened(text, most);
        expect(short.length).toBeLessThanOrEqual(Math.max(most, Math.min(text.length, most)));
        if (text.length <= most) expect(short).toBe(text);
      }),
    );
  });

  it.each(['转人工', '我要投诉', '请帮我找个客服', '人工服务', '你们太差了', '听不懂'])(
    'service 4.2 %s asks for a person',
    (text) => {
      expect(asksForPerson(text)).toBe(true);
    },
  );

  it.each(['如何对账', '账单什么时候到期', '客服电话', '怎么开发票'])('service 4.2 %s does not', (text) => {
    expect(asksForPerson(text)).toBe(false);
  });
});
