import { describe, expect, it } from 'vitest';
import { auditFieldText, auditValueText, isAuditMoney, valueChanges } from './audit.ts';

describe('R11.7 the values before and after', () => {
  it('R11.7 names what differs, by its path, and leaves out what is the same', () => {
    const before = { status: 'pending', version: 1, choice: { colour: 'red', size: 'L' }, tags: ['a', 'b'] };
    const after = { status: 'active', version: 1, choice: { colour: 'red', size: 'M' }, tags: ['a', 'c'] };
    expect(valueChanges(before, after)).toEqual([
      { field: 'status', before: 'pending', after: 'active' },
      { field: 'choice.size', before: 'L', after: 'M' },
      { field: 'tags', before: 'a、b', after: 'a、c' },
    ]);
  });

  it('R11.7 shows one side where there is only one', () => {
    expect(valueChanges(undefined, { isNew: true, reason: null, rows: [{ no: 1 }] })).toEqual([
      { field: 'isNew', after: '是' },
      { field: 'reason', after: '' },
      { field: 'rows.0.no', after: '1' },
    ]);
    expect(valueChanges({ name: '旧' }, null)).toEqual([{ field: 'name', before: '旧' }]);
    expect(valueChanges(null, undefined)).toEqual([]);
  });

  it('R11.7 a plain value is one line, and a long text is cut', () => {
    expect(valueChanges('a', 'b')).toEqual([{ field: 'value', before: 'a', after: 'b' }]);
    expect(valueChanges(null, { text: 'x'.repeat(3000) })[0]?.after).toHaveLength(2000);
  });
});

describe('R11.7 the words of an event', () => {
  it.each([
    ['reasons.0.field', '原因 1 · 项目'],
    ['unknown.status', 'unknown · 状态'],
    ['terms.lineMinimumAmount', '条款 · 每笔最低收费'],
    ['constructor', 'constructor'],
  ])('R11.7 reads the path %s as %s', (path, text) => {
    expect(auditFieldText(path)).toBe(text);
  });

  it.each([
    ['ops.bill.settle', 'payment.amount', '-1', '-¥0.01'],
    ['ops.feedback.setFourEyes', 'aboveAmount', '100000', '¥1,000.00'],
    ['feedback.handle', 'proposedAmount', '5', '¥0.05'],
    ['ops.order.approve', 'status', 'pendingPayment', '待付款'],
    ['ops.bill.issued', 'status', 'pending', '待确认'],
    ['ops.certification.approve', 'status', 'pending', '审核中'],
    ['job.bill.confirm', 'approval', 'waiting', '待复核'],
    ['feedback.handle', 'billStatus', 'disputed', '差异处理中'],
    ['ops.bill.settle', 'status', 'constructor', 'constructor'],
    ['ops.bill.settle', 'amount', 'many', 'many'],
    ['order.review', 'quantity', '10', '10'],
  ])('R11.7 reads a value of %s, %s %s, as %s', (event, field, value, text) => {
    expect(auditValueText(event, field, value)).toBe(text);
  });

  it('R11.7 takes no count for money', () => {
    for (const name of ['quantity', 'lines', 'basis', 'rate', 'version']) expect(isAuditMoney(name)).toBe(false);
  });
});
