import type { Input } from '@ronghui/contract';
import type { BillingBook } from './billing-book.ts';
import { company } from './company.ts';
import type { DaysAgo, Event, Stage } from './event.ts';

type Asked = Omit<Input<'invoice.apply'>, 'idempotencyKey'>;

/** Applications of the merchant, and what the provider's finance makes of them. */
class Invoices {
  readonly #stage: Stage;
  readonly #book: BillingBook;
  readonly #numbers = new Map<string, { readonly invoiceNo: string; readonly version: number }>();

  constructor(stage: Stage, book: BillingBook) {
    this.#stage = stage;
    this.#book = book;
  }

  /** The title is that of the certification, with a telephone. */
  saveTitle = () =>
    this.#stage.cast.finance.call('invoice.saveTitle', {
      name: company.companyName,
      taxNo: company.uscc,
      address: `浙江省杭州市${company.address}`,
      phone: '0571-8800 0000',
      bankName: `${company.bankName}杭州分行西湖支行营业部`,
      bankAccountNo: company.bankAccountNo,
    });

  /** Applies for the payable bills of a stage that are settled. */
  async ofStage(name: string, stage: number, type: Asked['type'] = 'special'): Promise<void> {
    const bills = await this.#book.bills(stage);
    const settled = bills.filter(({ direction, status }) => direction === 'payable' && status === 'settled');
    await this.#apply(name, { type, billNos: settled.map(({ billNo }) => billNo) });
  }

  /** Applies for those paid orders that no invoice covers, the newest ones. */
  async ofOrders(name: string, count: number): Promise<void> {
    const { items } = await this.#stage.cast.finance.call('invoice.candidates', { kind: 'order', pageSize: 20 });
    await this.#apply(name, { type: 'normal', orderNos: items.slice(0, count).map(({ no }) => no) });
  }

  issue = (name: string) => this.#step(name, (seen) => this.#book.finance.call('ops.invoice.issue', seen));

  reject = (name: string, reason: string) =>
    this.#step(name, (seen) => this.#book.finance.call('ops.invoice.reject', { ...seen, reason }));

  reverse = (name: string, reason: string) =>
    this.#step(name, (seen) => this.#book.finance.call('ops.invoice.reverse', { ...seen, reason }));

  async #apply(name: string, asked: Asked): Promise<void> {
    const { invoiceNo, version } = await this.#stage.cast.finance.call('invoice.apply', asked);
    this.#numbers.set(name, { invoiceNo, version });
  }

  async #step(
    name: string,
    take: (seen: { invoiceNo: string; version: number }) => Promise<{ readonly version: number }>,
  ): Promise<void> {
    const known = this.#numbers.get(name);
    if (known === undefined) throw new Error(`no invoice ${name} was applied for before`);
    this.#numbers.set(name, { ...known, version: (await take(known)).version });
  }
}

/** Invoices in every state: issued, rejected, reversed and issued again, and applied for (R10.12, R14.1). */
export const invoiceEvents = (stage: Stage, book: BillingBook, ago: DaysAgo): readonly Event[] => {
  const invoices = new Invoices(stage, book);
  /** Some days after the bills of a stage are settled. */
  const after = (at: number, days: number, time: string, happens: () => Promise<unknown>): Event => ({
    at: ago(Math.max(1, book.days.issuedDaysAgo(at) - 20 - days), time),
    happens,
  });
  return [
    { at: ago(345, '10:10'), happens: invoices.saveTitle },
    after(3, 1, '10:30', () => invoices.ofStage('third', 3)),
    after(3, 2, '15:10', () => invoices.issue('third')),
    after(6, 1, '09:50', () => invoices.ofStage('sixth', 6, 'normal')),
    after(6, 2, '11:20', () => invoices.reject('sixth', '账单约定开具数电专票，请改选专票后重新申请')),
    after(6, 3, '09:40', () => invoices.ofStage('sixthAgain', 6)),
    after(6, 4, '14:05', () => invoices.issue('sixthAgain')),
    after(9, 1, '10:15', () => invoices.ofStage('ninth', 9)),
    after(9, 2, '16:30', () => invoices.issue('ninth')),
    after(9, 6, '10:00', () => invoices.reverse('ninth', '商户开户行更名，需按新的开户行名称重开')),
    after(9, 7, '09:30', () => invoices.ofStage('ninthAgain', 9)),
    after(9, 8, '15:00', () => invoices.issue('ninthAgain')),
    { at: ago(37, '10:20'), happens: () => invoices.ofOrders('orders', 2) },
    { at: ago(36, '15:45'), happens: () => invoices.issue('orders') },
    after(11, 1, '10:40', () => invoices.ofStage('eleventh', 11, 'normal')),
    after(11, 2, '14:20', () => invoices.reject('eleventh', '抬头与认证名称之间多了空格，请核对后重新申请')),
    { at: ago(2, '10:30'), happens: () => invoices.ofStage('newest', 12) },
    { at: ago(1, '16:10'), happens: () => invoices.ofOrders('newestOrders', 1) },
  ];
};
