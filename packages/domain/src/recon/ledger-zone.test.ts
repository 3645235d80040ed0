import { describe, expect, it } from 'vitest';
import { ledgerHeadFault } from './ledger-columns.ts';
import { recogniseLedger } from './ledger-recognition.ts';
import { ledgerReader } from './ledger-row.ts';

/** How the rows of a file are read by what is recognised of it. */
const readRows = (head: string, lines: readonly string[], is1904 = false) => {
  const [names, rows] = [head.split(','), lines.map((line) => line.split(','))];
  const mapping = recogniseLedger(names, { rows });
  const read = ledgerReader(mapping, names, is1904);
  return { mapping, rows: rows.map(read), fault: ledgerHeadFault(mapping, names) };
};

describe('R13.1 activities of PayPal', () => {
  const head =
    'Date,Time,TimeZone,Name,Type,Status,Currency,Gross,Fee,Net,From Email Address,Transaction ID,Invoice Number,Balance';
  const row = (
    date: string,
    time: string,
    zone: string,
    { state = 'Completed', currency = 'CNY' }: { state?: string; currency?: string } = {},
  ) => `${date},${time},${zone},甲,Payment,${state},${currency},100.00,-3.00,97.00,a@b.c,9XY,INV-1,97.00`;

  it('R13.1 the day is that of Shanghai, whatever the zone, and what was paid counts before its fee', () => {
    const { rows, fault } = readRows(head, [
      row('10/30/2026', '08:59:59', 'PDT'),
      row('10/30/2026', '09:00:00', 'PDT'),
      row('10/31/2026', '23:59:59', 'GMT+08:00'),
      row('10/31/2026', '16:00:00', 'UTC'),
    ]);
    expect(fault).toBeNull();
    const days = ['2026-10-30', '2026-10-31', '2026-10-31', '2026-11-01'];
    expect(rows).toMatchObject(
      days.map((occurredOn) => ({ kind: 'row', row: { reference: 'INV-1', occurredOn, amount: 10_000 } })),
    );
  });

  it('R13.1 a zone of two meanings, another currency and a payment that was not made are no rows', () => {
    const { rows } = readRows(head, [
      row('10/30/2026', '08:59:59', 'CST'),
      row('10/30/2026', '', 'PDT'),
      row('10/30/2026', '08:00:00', 'GMT+08:00', { currency: 'USD' }),
      row('10/30/2026', '08:00:00', 'GMT+08:00', { state: 'Pending' }),
    ]);
    const reasonOf = (at: number) => {
      const read = rows[at];
      return read?.kind === 'faulty' ? read.faults.map(({ reason }) => reason) : read?.kind;
    };
    expect(reasonOf(0)).toEqual(['时区“CST”换算不成北京时间，请在导出时把时区选为北京时间']);
    expect(reasonOf(1)).toEqual(['没有时间，不能换算成北京时间的日期，请在导出时把时区选为北京时间']);
    expect(reasonOf(2)).toEqual(['不是人民币']);
    expect(rows[3]).toMatchObject({ kind: 'left', reason: 'failed' });
  });
});

describe('R13.1 refunds of WeChat Pay', () => {
  const head =
    '交易时间,微信订单号,商户订单号,交易状态,货币种类,应结订单金额,微信退款单号,退款金额,退款类型,退款状态,订单金额';
  const row = (state: string, refund: string, amounts = '0.00') =>
    `\`2026-10-15 10:20:30,\`4200,\`M-1,\`${state},\`CNY,\`${amounts},\`50,\`${refund},\`ORIGINAL,\`%,\`0.00`;

  it('R13.1 a refund that was not given back, or not yet, moves no money and can be taken in', () => {
    const states = ['SUCCESS', 'FAIL', 'PROCESSING', 'CHANGE', '退款失败', '退款成功'];
    const { rows } = readRows(head, [
      ...states.map((state) => row('REFUND', '20.00').replace('%', state)),
      row('SUCCESS', '0.00', '50.00').replace('%', ''),
    ]);
    const refund = { reference: 'M-1', occurredOn: '2026-10-15', amount: -2000 };
    const left = { kind: 'left', reason: 'failed', row: refund };
    const counted = { kind: 'row', row: refund };
    expect(rows).toMatchObject([counted, left, left, left, left, counted, { kind: 'row', row: { amount: 5000 } }]);
  });
});

it('R13.1 bare numbers of days are counted from where their workbook counts', () => {
  const lines = ['A1,44838,5.00', 'A2,44839,6.00'];
  const dayOf = (is1904: boolean) =>
    readRows('编号,日期,金额', lines, is1904).rows.map((read) => (read.kind === 'row' ? read.row.occurredOn : read));
  expect(dayOf(true)).toEqual(['2026-10-05', '2026-10-06']);
  expect(dayOf(false)).toEqual(['2022-10-04', '2022-10-05']);
});
