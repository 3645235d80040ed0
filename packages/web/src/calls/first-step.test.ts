import { CallError, errorText, ownTexts } from '@ronghui/client';
import { afterEach, describe, expect, it } from 'vitest';
import { firstStepText } from './first-step.ts';

const sentence = '数据已发生变化，请刷新后重试';
const late = (data?: unknown) =>
  new CallError({
    kind: 'reply',
    operationId: 'ops.order.review',
    errCode: 'RHSY409',
    errMsg: sentence,
    status: 409,
    data,
  });
const last = { by: '王芳', at: '2026-12-01T02:32:00.000Z', what: '审核通过订单' };

afterEach(() => {
  ownTexts.find = () => undefined;
});

describe('firstStepText', () => {
  it('R4.12 of a step that came second it says who was first, when in Shanghai, and what they did', () => {
    ownTexts.find = firstStepText;
    expect(errorText('ops.order.review', late({ last }))).toBe(
      `已由 王芳 于 2026-12-01 10:32 审核通过订单。${sentence}`,
    );
  });

  it.each([
    ['no data', undefined],
    ['data without a step', {}],
    ['another datum', { reason: 'TENANT_SWITCHED' }],
    ['a step of nobody', { last: { ...last, by: '' } }],
    ['a step without a time', { last: { by: '王芳', what: last.what } }],
    ['a step without what it was', { last: { by: '王芳', at: last.at } }],
    ['a step at no time', { last: { ...last, at: 'soon' } }],
    ['no step', { last: null }],
  ])('R8.3 a refusal with %s reads as its reply says', (_what, data) => {
    ownTexts.find = firstStepText;
    expect(errorText('ops.order.review', late(data))).toBe(sentence);
  });
});
