/** The forms that the channel speaks. */
export type FormName = 'wechat' | 'alipay';

/** A refund in the channel's books. */
export interface BookedRefund {
  readonly refundNo: string;
  readonly amount: number;
  readonly state: 'processing' | 'success' | 'abnormal';
}

/** A trade in the channel's books. */
export interface Trade {
  readonly form: FormName;
  /** The merchant's number. */
  readonly number: string;
  /** @unit fen */
  readonly amount: number;
  readonly end: Date;
  readonly transaction: string;
  readonly state: 'open' | 'paid' | 'closed';
  readonly paidAt: Date | null;
  readonly refunds: readonly BookedRefund[];
}

const keyOf = (form: FormName, number: string): string => `${form} ${number}`;

/** What the channel has really done, which a test compares with what the product has. */
export class Books {
  readonly #trades = new Map<string, Trade>();
  #last = 0;

  get trades(): readonly Trade[] {
    return [...this.#trades.values()];
  }
  find(form: FormName, number: string): Trade | undefined {
    return this.#trades.get(keyOf(form, number));
  }
  /** Makes a trade; one that is there stays as it is. */
  open(trade: Pick<Trade, 'form' | 'number' | 'amount' | 'end'>): Trade {
    const known = this.find(trade.form, trade.number);
    if (known !== undefined) return known;
    this.#last += 1;
    const transaction = `42000000${String(this.#last).padStart(10, '0')}`;
    return this.change({ ...trade, transaction, state: 'open', paidAt: null, refunds: [] });
  }
  change(trade: Trade): Trade {
    this.#trades.set(keyOf(trade.form, trade.number), trade);
    return trade;
  }
  /** The money of a payer arrives. A trade that is closed takes none, unless the channel is late with its own news. */
  pay(form: FormName, number: string, { at, isLate = false }: { readonly at: Date; readonly isLate?: boolean }): Trade {
    const trade = this.find(form, number);
    if (trade === undefined) throw new Error(`no trade ${number}`);
    if (trade.state === 'closed' && !isLate) throw new Error(`trade ${number} is closed`);
    return this.change({ ...trade, state: 'paid', paidAt: trade.paidAt ?? at });
  }
  /** Closes a trade that nobody has paid; false where somebody has. */
  close(trade: Trade): boolean {
    if (trade.state === 'paid') return false;
    this.change({ ...trade, state: 'closed' });
    return true;
  }
  /** Gives back a part, by its number once; undefined where it would be more than was paid. */
  refund(trade: Trade, refundNo: string, amount: number): BookedRefund | undefined {
    const known = trade.refunds.find((each) => each.refundNo === refundNo);
    if (known !== undefined) return known;
    const given = trade.refunds.reduce((sum, each) => sum + each.amount, 0);
    if (trade.state !== 'paid' || given + amount > trade.amount) return undefined;
    const refund: BookedRefund = { refundNo, amount, state: 'success' };
    this.change({ ...trade, refunds: [...trade.refunds, refund] });
    return refund;
  }
}
