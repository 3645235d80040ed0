import { expect, it } from 'vitest';
import { fillQuickReply, findQuickReplies } from './quick-reply.ts';

it('service 5.2 names stand in their places, once, whatever they are made of', () => {
  const names = { customer: '云栖{客服}$&', agent: '陈静' };
  expect(fillQuickReply('{客户}您好，我是{客服}。{客户}', names)).toBe('云栖{客服}$&您好，我是陈静。云栖{客服}$&');
  expect(fillQuickReply('{其他} {客户', names)).toBe('{其他} {客户');
});

it('service 5.2 a draft that begins with / finds replies by their title first, then by their words', () => {
  const replies = [
    { title: '发票', content: '发票在付款后开具' },
    { title: 'Hello', content: '您好' },
    { title: '付款', content: '请核对附言码' },
  ];
  const titles = (draft: string) => findQuickReplies(replies, draft).map(({ title }) => title);
  expect(titles('/')).toEqual(['发票', 'Hello', '付款']);
  expect(titles('/付款')).toEqual(['付款', '发票']);
  expect(titles('/hel ')).toEqual(['Hello']);
  expect([titles('您好'), titles(''), titles('/没有'), titles('/付\n款')]).toEqual([[], [], [], []]);
});
