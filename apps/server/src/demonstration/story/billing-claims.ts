import { applyRate, type Fen, noFen, rateOf, rmbText, sumFen } from '@ronghui/domain/money';
import type { BillingBook, BillName } from './billing-book.ts';
import type { Stage } from './event.ts';
import { paperOf } from './paper.ts';

/** What a merchant claims of a bill: of the whole bill, or of its first lines. */
export interface AskedClaim {
  readonly stage: number;
  readonly name: BillName;
  readonly reason: string;
  /** How many of the first lines it is about; the whole bill where it says nothing. */
  readonly lines?: number;
  /** What the merchant holds to be right, in hundredths of what stands. */
  readonly percent: number;
  /** A paper with the numbers is attached. */
  readonly hasPaper?: boolean;
}

/** A variance feedback with its conversation, by the calls of both sides. */
export class Claim {
  readonly #stage: Stage;
  readonly #book: BillingBook;
  readonly #asked: AskedClaim;
  #feedbackNo = '';

  constructor(stage: Stage, book: BillingBook, asked: AskedClaim) {
    this.#stage = stage;
    this.#book = book;
    this.#asked = asked;
  }

  async open(): Promise<void> {
    const { stage, name, reason, lines, percent, hasPaper = false } = this.#asked;
    const { finance } = this.#stage.cast;
    const { billNo, amount } = await this.#book.bill(stage, name);
    const items = lines === undefined ? [] : (await finance.call('bill.lines', { billNo, pageSize: 20 })).items;
    const chosen = items.slice(0, lines);
    const standing = lines === undefined ? amount : sumFen(chosen.map((line) => line.amount ?? noFen));
    const claimed = applyRate(standing, rateOf(percent, 'percent'));
    const paper = paperOf('账单核对说明', [
      ['账单号', billNo],
      ...chosen.map(({ loanNo, amount: fee }) => [`明细 ${loanNo}`, rmbText(fee ?? noFen)] as const),
      ['账单所示', rmbText(standing)],
      ['我方主张', rmbText(claimed)],
    ]);
    const fileIds = hasPaper ? [await finance.upload('账单核对说明.pdf', paper)] : [];
    const { feedbackNo } = await finance.call('bill.varianceFeedback', {
      billNo,
      claimedAmount: claimed,
      reason,
      ...(lines === undefined ? {} : { lineIds: chosen.map(({ lineId }) => lineId) }),
      ...(fileIds.length === 0 ? {} : { fileIds }),
    });
    this.#feedbackNo = feedbackNo;
  }

  say = (content: string) => this.#stage.cast.finance.call('feedback.add', { feedbackNo: this.#feedbackNo, content });

  reopen = (content: string) =>
    this.#stage.cast.finance.call('feedback.add', { feedbackNo: this.#feedbackNo, content, reopen: true });

  reply = (content: string) => this.#book.finance.call('ops.feedback.add', { feedbackNo: this.#feedbackNo, content });

  withdraw = () => this.#stage.cast.finance.call('feedback.withdraw', { feedbackNo: this.#feedbackNo });

  rate = (helpful: boolean, comment: string) =>
    this.#stage.cast.owner.call('feedback.rate', { feedbackNo: this.#feedbackNo, helpful, comment });

  async answer(action: 'accept' | 'reject', reason: string): Promise<void> {
    const { version } = await this.#detail();
    await this.#book.finance.call('feedback.handle', { feedbackNo: this.#feedbackNo, action, reason, version });
  }

  /** The provider adjusts, each line alone where lines were chosen, to hundredths of what stands. */
  async adjust(percent: number, reason: string): Promise<void> {
    const { version, lines, billAmount } = await this.#detail();
    const share = (amount: Fen) => applyRate(amount, rateOf(percent, 'percent'));
    const lineAmounts = lines.map(({ lineId, amount }) => ({ lineId, amount: share(amount) }));
    const newAmount = lines.length === 0 ? share(billAmount) : sumFen(lineAmounts.map(({ amount }) => amount));
    const answer = { feedbackNo: this.#feedbackNo, action: 'adjust' as const, newAmount, reason, version };
    await this.#book.finance.call('feedback.handle', { ...answer, ...(lines.length === 0 ? {} : { lineAmounts }) });
  }

  #detail = () => this.#book.finance.call('ops.feedback.detail', { feedbackNo: this.#feedbackNo });
}
