import { describe, expect, it } from 'vitest';
import { fen } from '../money.ts';
import { isLikeName, isSameName } from './payer-name.ts';
import {
  appliedTogether,
  onlySubset,
  type ProposedBill,
  type ProposedTenant,
  proposalsOf,
  type ReceiptFacts,
} from './proposal.ts';

const today = '2026-11-20';
const bill = (billNo: string, open: number, dueOn = '2026-12-01'): ProposedBill => ({ billNo, open: fen(open), dueOn });
const tenant = (more: Partial<ProposedTenant> = {}): ProposedTenant => ({
  tenantId: 't1',
  name: '杭州云栖商贸有限公司',
  account: null,
  bills: [bill('B1', 100), bill('B2', 250), bill('B3', 777)],
  ...more,
});
const receipt = (unapplied: number, more: Partial<ReceiptFacts> = {}): ReceiptFacts => ({
  unapplied: fen(unapplied),
  tenantId: null,
  payerName: '杭州云栖商贸有限公司',
  reading: { kind: 'none' },
  coded: [],
  vouchers: [],
  tenants: [tenant()],
  ...more,
});
const exact = {
  reading: { kind: 'exact', code: 'K7M29PXH' },
  coded: [{ code: 'K7M29PXH', tenantId: 't1', bills: [bill('B1', 100)] }],
} as const;
const firstOf = (facts: ReceiptFacts) => {
  const [first] = proposalsOf(facts, today);
  return first === undefined ? null : [first.rank, first.parts.map(({ billNo }) => billNo).join(' '), first.isExact];
};

describe('receipts 2.4 what a receipt may pay', () => {
  it.each<[string, ReceiptFacts, ReturnType<typeof firstOf>]>([
    ['code, amount and payer', receipt(100, exact), ['code', 'B1', true]],
    ['code and amount of another payer', receipt(100, { ...exact, payerName: '别家' }), ['code', 'B1', false]],
    [
      'code, amount and an account that pays for the merchant',
      receipt(100, { ...exact, payerName: '别家', tenants: [tenant({ account: 'rule' })] }),
      ['code', 'B1', true],
    ],
    ['code and another amount', receipt(90, exact), ['codeAlone', 'B1', false]],
    [
      'a damaged code',
      receipt(100, { ...exact, payerName: null, tenants: [], reading: { kind: 'damaged', codes: ['K7M29PXH'] } }),
      ['nearCode', 'B1', false],
    ],
    [
      'a set that is open as it was',
      receipt(350, {
        reading: exact.reading,
        coded: [{ code: 'K7M29PXH', tenantId: 't1', bills: [bill('B1', 100), bill('B2', 250)], setAmount: fen(350) }],
      }),
      ['code', 'B1 B2', true],
    ],
    [
      'a set of which a bill was paid since',
      receipt(250, {
        reading: exact.reading,
        coded: [{ code: 'K7M29PXH', tenantId: 't1', bills: [bill('B2', 250)], setAmount: fen(350) }],
      }),
      ['name', 'B2', false],
    ],
    [
      'a code whose bill is settled',
      receipt(100, { ...exact, coded: [{ ...exact.coded[0], bills: [] }], tenants: [] }),
      null,
    ],
    [
      'two codes that come to the amount',
      receipt(350, {
        reading: { kind: 'several', codes: ['A', 'B'] },
        coded: [
          { code: 'A', tenantId: 't1', bills: [bill('B1', 100)] },
          { code: 'B', tenantId: 't1', bills: [bill('B2', 250)] },
        ],
      }),
      ['code', 'B1 B2', false],
    ],
    [
      'a voucher of the serial',
      receipt(250, { vouchers: [{ tenantId: 't1', bills: [bill('B2', 250)] }] }),
      ['serial', 'B2', true],
    ],
    [
      'a voucher of the serial, and another amount',
      receipt(251, { vouchers: [{ tenantId: 't1', bills: [bill('B2', 250)] }] }),
      null,
    ],
    [
      'one serial in vouchers of two merchants',
      receipt(250, {
        vouchers: [
          { tenantId: 't1', bills: [bill('B2', 250)] },
          { tenantId: 't2', bills: [bill('C1', 250)] },
        ],
      }),
      ['serial', 'B2', false],
    ],
    [
      'a certified account, and one bill',
      receipt(777, { payerName: '云', tenants: [tenant({ account: 'certified' })] }),
      ['account', 'B3', false],
    ],
    [
      'a certified account, and all due bills',
      receipt(350, {
        tenants: [
          tenant({
            account: 'certified',
            bills: [bill('B1', 100, '2026-11-01'), bill('B2', 250, '2026-11-20'), bill('B3', 350_00)],
          }),
        ],
      }),
      ['account', 'B1 B2', false],
    ],
    [
      'a certified account, and all open bills',
      receipt(1127, { tenants: [tenant({ account: 'certified' })] }),
      ['account', 'B1 B2 B3', false],
    ],
    [
      'a certified account, and the only subset',
      receipt(877, { tenants: [tenant({ account: 'certified' })] }),
      ['account', 'B1 B3', false],
    ],
    ['a name that is shortened', receipt(777, { payerName: '云栖商贸' }), ['name', 'B3', false]],
    ['the merchant that staff named', receipt(250, { tenantId: 't1', payerName: null }), ['account', 'B2', false]],
    ['an amount alone', receipt(777, { payerName: '西湖茶叶' }), null],
    ['a payer alone', receipt(5, { tenants: [tenant({ account: 'certified' })] }), null],
    ['nothing that is unapplied', receipt(0, exact), null],
  ])('receipts 2.4 %s', (_, facts, expected) => {
    expect(firstOf(facts)).toEqual(expected);
  });

  it('receipts 2.4 a serial that a code contradicts applies nothing by itself', () => {
    const vouchers = [{ tenantId: 't1', bills: [bill('B2', 100)] }];
    expect(proposalsOf(receipt(100, { ...exact, vouchers }), today).map(({ isExact }) => isExact)).toEqual(
      [false, false, false].slice(0, 2),
    );
    const damaged = receipt(100, { ...exact, vouchers, reading: { kind: 'damaged', codes: ['K7M29PXH'] } });
    expect(proposalsOf(damaged, today).some(({ isExact }) => isExact)).toBe(false);
  });

  it('receipts 2.4 what two ways propose is one, with the reasons of both in words', () => {
    const [first, ...more] = proposalsOf(receipt(100, exact), today);
    expect(more).toEqual([]);
    expect(first?.reasons).toEqual([
      '附言码 K7M29PXH 是 账单 B1 的',
      '金额与未付相同',
      '付款人与商户同名',
      '金额与账单 B1 的未付相同',
    ]);
  });

  it('receipts 2.4 money of a merchant pays bills of no other', () => {
    expect(proposalsOf(receipt(100, { ...exact, tenantId: 't2' }), today)).toEqual([]);
  });

  it('receipts 2.4 of two that are exact for one bill none is applied with others', () => {
    const [proposal] = proposalsOf(receipt(100, exact), today);
    const [other] = proposalsOf(
      receipt(250, { ...exact, coded: [{ code: 'K7M29PXH', tenantId: 't1', bills: [bill('B2', 250)] }] }),
      today,
    );
    if (proposal === undefined || other === undefined) throw new Error('no proposal');
    const receipts = [
      { receiptNo: 'R1', proposal },
      { receiptNo: 'R2', proposal },
      { receiptNo: 'R3', proposal: other },
    ];
    expect(appliedTogether(receipts).map(({ receiptNo }) => receiptNo)).toEqual(['R3']);
  });

  it('receipts 2.4 the only subset is of five bills at most, and of two ways none', () => {
    const bills = [1, 2, 4, 8, 16, 32].map((open) => bill(`S${open}`, open));
    expect(onlySubset(bills, fen(31))?.map(({ open }) => open)).toEqual([1, 2, 4, 8, 16]);
    expect(onlySubset(bills, fen(63))).toBeNull();
    expect(onlySubset([bill('A', 3), bill('B', 1), bill('C', 2)], fen(3))).toBeNull();
  });

  it.each([
    ['杭州云栖商贸有限公司', '杭州云栖商贸（有限公司）', false, true],
    ['杭州云栖商贸有限公司', ' 杭州云栖商贸 有限公司', true, true],
    ['ＡＢＣ科技有限公司', 'abc科技有限公司', true, true],
    ['云栖商贸', '杭州云栖商贸有限公司', false, true],
    ['云栖', '杭州云栖商贸有限公司', false, false],
    ['有限公司', '杭州云栖商贸有限公司', false, false],
    ['', '', false, false],
  ])('receipts 2.4 %s and %s', (one, other, isSame, isLike) => {
    expect([isSameName(one, other), isLikeName(one, other)]).toEqual([isSame, isLike]);
  });
});
