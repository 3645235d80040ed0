import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  askedStatus,
  askIssuerAfterSec,
  coverItems,
  freedStatus,
  type InvoiceAction,
  type InvoiceItem,
  type InvoiceStatus,
  type InvoiceTitle,
  invoiceReasonLength,
  invoiceStatuses,
  invoiceStatusNames,
  invoiceTitleFaults,
  invoiceTypeNames,
  invoiceTypes,
  isCovering,
  itemFault,
  normaliseTaxNo,
  reversalReasonNames,
  reversalReasons,
  stepInvoice,
} from '../invoice.ts';
import { fen, rateOf, sumFen, taxIn } from '../money.ts';

const six = rateOf(6, 'percent');
type Bill = Extract<InvoiceItem, { kind: 'bill' }>;
type Order = Extract<InvoiceItem, { kind: 'order' }>;
const bill = (changes: Partial<Bill> = {}): InvoiceItem => ({
  kind: 'bill',
  no: 'ZD1',
  direction: 'payable',
  status: 'settled',
  amount: fen(10_600),
  taxAmount: fen(600),
  taxRate: six,
  isCovered: false,
  ...changes,
});
const order = (changes: Partial<Order> = {}): InvoiceItem => ({
  kind: 'order',
  no: 'DD1',
  status: 'active',
  amount: fen(5300),
  taxAmount: fen(300),
  taxRate: six,
  isCovered: false,
  ...changes,
});

describe('R10.12 what an invoice covers', () => {
  it('R10.12 paid orders and settled payable bills of one tax rate: their sum, and the sum of their taxes', () => {
    expect(coverItems([bill(), order()])).toEqual({ ok: true, amount: 15_900, taxAmount: 900, taxRate: six });
    for (const status of ['pendingActivation', 'active', 'expired'] as const)
      expect(itemFault(order({ status }))).toBeNull();
  });

  it.each<[InvoiceItem, string]>([
    [bill({ direction: 'receivable' }), 'notPayable'],
    [bill({ status: 'pending' }), 'notSettled'],
    [bill({ status: 'disputed' }), 'notSettled'],
    [bill({ status: 'confirmed' }), 'notSettled'],
    [bill({ isCovered: true }), 'covered'],
    [bill({ amount: fen(0), taxAmount: fen(0) }), 'nothingToInvoice'],
    [order({ status: 'pendingReview' }), 'notPaid'],
    [order({ status: 'pendingPayment' }), 'notPaid'],
    [order({ status: 'cancelled' }), 'notPaid'],
    [order({ status: 'rejected' }), 'notPaid'],
    [order({ status: 'refunded' }), 'notPaid'],
    [order({ isCovered: true }), 'covered'],
    [order({ amount: fen(0), taxAmount: fen(0) }), 'nothingToInvoice'],
  ])('R10.12 not %j: %s', (item, reason) => {
    expect(coverItems([bill({ no: 'ZD9' }), item])).toEqual({ ok: false, reason, no: item.no });
  });

  it('R10.12 something, each item once, at most 200 together, and of one tax rate', () => {
    expect(coverItems([])).toEqual({ ok: false, reason: 'nothing' });
    expect(coverItems([bill(), order(), bill()])).toEqual({ ok: false, reason: 'sameTwice', no: 'ZD1' });
    expect(coverItems([bill(), order({ no: 'ZD1' })])).toMatchObject({ ok: true });
    const many = (count: number) => Array.from({ length: count }, (_, at) => order({ no: `DD${at}` }));
    expect(coverItems([bill(), ...many(199)])).toMatchObject({ ok: true });
    expect(coverItems([bill(), ...many(200)])).toEqual({ ok: false, reason: 'tooMany' });
    expect(coverItems([bill(), order({ taxRate: rateOf(13, 'percent') })])).toEqual({
      ok: false,
      reason: 'otherTaxRate',
      no: 'DD1',
    });
  });

  it('R10.12 its tax is the sum of the items’ taxes, not that of the sum', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 1_000_000 }).map(fen), { minLength: 1, maxLength: 20 }),
        (amounts) => {
          const items = amounts.map((amount, at) => bill({ no: `ZD${at}`, amount, taxAmount: taxIn(amount, six) }));
          expect(coverItems(items)).toEqual({
            ok: true,
            amount: sumFen(amounts),
            taxAmount: sumFen(amounts.map((amount) => taxIn(amount, six))),
            taxRate: six,
          });
        },
      ),
    );
  });
});

describe('R10.12 the steps of an invoice', () => {
  const actions: readonly InvoiceAction[] = ['issue', 'reject', 'reverse'];

  it('R10.12 has Chinese names', () => {
    expect(invoiceStatuses.map((status) => invoiceStatusNames[status])).toEqual([
      '待开票',
      '开票中',
      '待人工处理',
      '已开票',
      '已驳回',
      '红冲中',
      '已红冲',
    ]);
    expect(invoiceTypes.map((type) => invoiceTypeNames[type])).toEqual(['数电普票', '数电专票']);
  });

  it('R10.12 待开票 → 已开票 or 已驳回, 已开票 → 已红冲, with the issuer in between, and no other', () => {
    const allowed: Readonly<Record<string, InvoiceStatus>> = {
      'applied issue': 'issued',
      'issuing issue': 'issued',
      'needsPerson issue': 'issued',
      'applied reject': 'rejected',
      'issued reverse': 'reversed',
      'reversing reverse': 'reversed',
    };
    for (const status of invoiceStatuses) {
      for (const action of actions) {
        const to = allowed[`${status} ${action}`];
        expect(stepInvoice(status, action, '原因')).toEqual(
          to === undefined ? { ok: false, reason: 'notAllowed' } : { ok: true, to, isFreed: !isCovering(to) },
        );
      }
    }
  });

  it('R10.12 a rejection and a reversal need a reason and free what was covered', () => {
    expect(stepInvoice('applied', 'issue', '')).toEqual({ ok: true, to: 'issued', isFreed: false });
    for (const [status, action] of [
      ['applied', 'reject'],
      ['issued', 'reverse'],
    ] as const) {
      expect(stepInvoice(status, action, ' ')).toEqual({ ok: false, reason: 'reasonMissing' });
      expect(stepInvoice(status, action, '字'.repeat(invoiceReasonLength + 1))).toEqual({
        ok: false,
        reason: 'reasonTooLong',
      });
      expect(stepInvoice(status, action, '抬头有误')).toMatchObject({ ok: true, isFreed: true });
    }
  });

  it('R10.12 however applications and steps follow each other, an item is covered by one invoice at most', () => {
    const move = fc.record({ item: fc.nat(2), action: fc.constantFrom('apply' as const, ...actions) });
    fc.assert(
      fc.property(fc.array(move, { maxLength: 40 }), (moves) => {
        const invoices: { item: number; status: InvoiceStatus }[] = [];
        for (const { item, action } of moves) {
          const isCovered = invoices.some((each) => each.item === item && isCovering(each.status));
          if (action === 'apply') {
            if (coverItems([bill({ no: `ZD${item}`, isCovered })]).ok) invoices.push({ item, status: 'applied' });
            continue;
          }
          const invoice = invoices.findLast((each) => each.item === item);
          const step = invoice === undefined ? null : stepInvoice(invoice.status, action, '原因');
          if (invoice !== undefined && step?.ok === true) invoice.status = step.to;
        }
        for (const item of [0, 1, 2]) {
          expect(invoices.filter((each) => each.item === item && isCovering(each.status)).length).toBeLessThan(2);
        }
      }),
    );
  });
});

describe('receipts 5.1 an invoice that its issuer was asked for', () => {
  it('receipts 5.1 is 开票中 or 红冲中, stays so when it is asked for again, and is as before when it is refused', () => {
    const asked = (status: InvoiceStatus) => [askedStatus(status, 'issue'), askedStatus(status, 'reverse')];
    expect(Object.fromEntries(invoiceStatuses.map((status) => [status, asked(status)]))).toEqual({
      applied: ['issuing', null],
      issuing: ['issuing', null],
      needsPerson: ['needsPerson', null],
      issued: [null, 'reversing'],
      rejected: [null, null],
      reversing: [null, 'reversing'],
      reversed: [null, null],
    });
    expect([freedStatus('issue'), freedStatus('reverse')]).toEqual(['applied', 'issued']);
  });

  it('receipts 5.1 covers until it is reversed: not until its reversal waits for the buyer', () => {
    expect(invoiceStatuses.filter((status) => !isCovering(status))).toEqual(['rejected', 'reversed']);
    expect(stepInvoice('reversing', 'reverse', '换开')).toEqual({ ok: true, to: 'reversed', isFreed: true });
  });

  it('receipts 5.1 is asked about after 30 seconds, each time twice as long, at most half an hour', () => {
    expect([0, 1, 2, 5, 6, 40, -1].map(askIssuerAfterSec)).toEqual([30, 60, 120, 960, 1800, 1800, 30]);
  });

  it('receipts 5.1 is reversed for one of four reasons', () => {
    expect(reversalReasons.map((reason) => reversalReasonNames[reason])).toEqual([
      '开票有误',
      '销货退回',
      '服务中止',
      '销售折让',
    ]);
  });
});

describe('R10.12 the title', () => {
  const title: InvoiceTitle = {
    name: '晨光商贸有限公司',
    taxNo: '91440300MA5EXAMPL8',
    address: '深圳市南山区科苑路 1 号',
    phone: '0755-12345678',
    bankName: '招商银行深圳分行',
    bankAccountNo: '755912345678901',
  };
  const faults = (changes: Partial<InvoiceTitle>, type: 'normal' | 'special') =>
    invoiceTitleFaults({ ...title, ...changes }, type).map(({ path }) => path);
  const nothing = { taxNo: null, address: '', phone: null, bankName: ' ', bankAccountNo: null };

  it('R10.12 数电专票 needs the tax number, address and bank; 数电普票 the name alone', () => {
    expect(faults({}, 'special')).toEqual([]);
    expect(faults({ phone: null }, 'special')).toEqual([]);
    expect(faults(nothing, 'normal')).toEqual([]);
    expect(faults({ ...nothing, name: '' }, 'normal')).toEqual(['name']);
    expect(faults(nothing, 'special')).toEqual(['taxNo', 'address', 'bankName', 'bankAccountNo']);
  });

  it.each<[Partial<InvoiceTitle>, string]>([
    [{ name: '字'.repeat(101) }, 'name'],
    [{ taxNo: '914403' }, 'taxNo'],
    [{ taxNo: '91440300ma5exampl8' }, 'taxNo'],
    [{ address: '字'.repeat(201) }, 'address'],
    [{ phone: '电话' }, 'phone'],
    [{ bankName: '字'.repeat(101) }, 'bankName'],
    [{ bankAccountNo: '7559' }, 'bankAccountNo'],
  ])('R10.12 %j is wrong in %s, for both types', (changes, path) => {
    expect(faults(changes, 'normal')).toEqual([path]);
    expect(faults(changes, 'special')).toEqual([path]);
  });

  it('R10.12 a tax number is kept in capitals without spaces', () => {
    expect(normaliseTaxNo(' ９１440300 ma5exampl8 ')).toBe('91440300MA5EXAMPL8');
  });
});
