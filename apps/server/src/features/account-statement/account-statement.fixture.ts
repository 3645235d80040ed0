import { type AddedBill, addBill } from '#features/bill/bill.fixture';
import { enterBilling } from '#features/bill/billing/billing.fixture';
import { decide, outcomesOf } from '#features/bill/confirmation/confirmation.fixture';
import { addOrg, addProject, addStage, save } from '#features/bill/line.fixture';
import { PaymentDesk } from '#features/bill/settlement/reverse-payment.fixture';
import { certifyTenant } from '#features/certification/certification.fixture';
import { type OrderFixture, purchase } from '#features/order/order.fixture';
import { applyMoney, moneyIn, registerMoney } from '#features/receipt/receipt.fixture';
import { logIn, type Merchant } from '#features/tenant/tenant.fixture';
import { newKey } from '#kernel/testing/new-key';

/** Fractions of 1 that are the same in each run, in the order in which they are asked for. */
const drawsOf = (seed: number) => {
  let state = seed;
  return (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
};

/** What is open on the bills of a tenant, by direction, and what of its receipts is unapplied, as their own columns have it. @unit fen */
export interface Standing {
  readonly payable: number;
  readonly receivable: number;
  readonly unapplied: number;
}

const dayMs = 86_400_000;

/** A merchant and the provider's staff who do business day after day, by operations alone; all that is done is drawn. */
export class BusinessDays {
  readonly #orders: OrderFixture;
  readonly #draw: () => number;
  readonly #bills: AddedBill[] = [];
  readonly #paid: [AddedBill, string][] = [];
  readonly #receipts: string[] = [];
  readonly #paidOrders: string[] = [];
  /** What was done, for a message. */
  readonly done: string[] = [];
  owner: Merchant;
  #desk: PaymentDesk | null = null;
  #made = 0;
  /** One for each bill. */
  #stages: string[] = [];
  #place: { readonly orgId: string; readonly projectId: string } | null = null;

  constructor(orders: OrderFixture, owner: Merchant, seed: number) {
    [this.#orders, this.owner, this.#draw] = [orders, owner, drawsOf(seed)];
  }

  #upTo = (most: number): number => 1 + Math.floor(this.#draw() * most);
  #one = <Item>(items: readonly Item[]): Item | undefined => items[Math.floor(this.#draw() * items.length)];
  /** Today's desk. */
  get desk(): PaymentDesk {
    if (this.#desk === null) throw new Error('the day has not begun');
    return this.#desk;
  }

  /** Makes what bills are of, once, while the session of who does it lasts. */
  async prepare(bills: number): Promise<void> {
    const { app } = this.#orders;
    await certifyTenant(app, this.owner);
    await this.#orders.certify(this.owner);
    this.#place = { orgId: await addOrg(app), projectId: await addProject(app, this.owner) };
    await save(app, 'ops.feedback.setFourEyes', { aboveAmount: 200_000, revision: 0 });
    while (this.#stages.length < bills) this.#stages.push(await addStage(app));
  }

  /** Begins the next day at ten o'clock, with new sessions. */
  async nextDay(): Promise<string> {
    const { app } = this.#orders;
    const now = app.clock.now().getTime();
    const sinceMidnight = (now + 8 * 3_600_000) % dayMs;
    await app.clock.advance({ seconds: Math.ceil((dayMs - sinceMidnight + 10 * 3_600_000) / 1000) });
    this.owner = { ...this.owner, browser: await logIn(app, this.owner.mobile) };
    this.#made += 1;
    this.#desk = new PaymentDesk(app, this.owner, await enterBilling(app, `statement-${this.#made}`));
    return this.#desk.today;
  }

  /** As the columns of bills and receipts have it now. */
  async standing(): Promise<Standing> {
    const [row] = await this.#orders.app.rows(
      `select coalesce(sum(open) filter (where direction = 'payable'), 0)::float8 as payable,
          coalesce(sum(open) filter (where direction = 'receivable'), 0)::float8 as receivable,
          (select coalesce(sum(unapplied_fen), 0)::float8 from receipt where tenant_id = $1) as unapplied
        from (select direction, amount_fen - paid_fen - written_off_fen as open from bill where tenant_id = $1 and status <> 'draft') b`,
      [this.owner.tenantId],
    );
    return row as unknown as Standing;
  }

  async #issue(): Promise<void> {
    const direction = this.#draw() < 0.25 ? 'receivable' : 'payable';
    const stageId = this.#stages.pop();
    if (stageId === undefined || this.#place === null) return;
    const bill = await addBill(this.#orders.app, this.owner, {
      direction,
      fees: [this.#upTo(200_000)],
      stageId,
      ...this.#place,
    });
    if (this.#draw() < 0.3) {
      const claim = {
        billNo: bill.billNo,
        claimedAmount: this.#upTo(150_000),
        reason: '金额不符',
        idempotencyKey: newKey(),
      };
      const { body } = await this.owner.browser.call('bill.varianceFeedback', claim);
      const { feedbackNo } = body.data;
      if (this.#draw() < 0.7)
        await this.desk.staff.write('feedback.handle', { feedbackNo, action: 'accept', reason: '属实', version: 1 });
    } else if (this.#draw() < 0.9) {
      outcomesOf(await decide(this.owner, 'bill.batchConfirm', [bill]));
      this.#bills.push(bill);
    }
  }

  /** What is still to be paid of a bill. */
  async #openOf(bill: AddedBill): Promise<number> {
    return Number((await this.desk.seen(bill)).remainingAmount);
  }

  async #pay(): Promise<void> {
    const bill = this.#one(this.#bills);
    const open = bill === undefined ? 0 : await this.#openOf(bill);
    if (bill === undefined || open === 0) return;
    this.#made += 1;
    const serial = `ST-${this.#made}`;
    await this.desk.pay(bill, this.#upTo(open), serial);
    this.#paid.push([bill, serial]);
  }

  async #reverse(): Promise<void> {
    const place = Math.floor(this.#draw() * this.#paid.length);
    const [paid] = this.#paid.splice(place, 1);
    if (paid === undefined) return;
    const [bill, serial] = paid;
    const { settlements } = await this.desk.seen(bill);
    if (settlements.some((each: { serial: string }) => each.serial === serial)) await this.desk.reverse(bill, serial);
  }

  async #writeOff(): Promise<void> {
    const bill = this.#one(this.#bills);
    if (bill === undefined) return;
    const { version } = await this.desk.seen(bill);
    // Refused where the bill is settled, receivable or above the limit.
    const write = { billNo: bill.billNo, amount: await this.#openOf(bill), reason: '尾差', version };
    const { status } = await this.desk.staff.write('ops.bill.writeOff', write);
    if (status === 200 && this.#draw() < 0.5) {
      const seen = await this.desk.seen(bill);
      await this.desk.staff.write('ops.bill.undoWriteOff', {
        billNo: bill.billNo,
        reason: '还要付',
        version: seen.version,
      });
    }
  }

  async #receive(): Promise<void> {
    const own = this.#draw() < 0.6 ? { tenantId: this.owner.tenantId } : {};
    this.#receipts.push(await registerMoney(this.desk, { ...own, amount: this.#upTo(300_000) }));
  }

  async #apply(): Promise<void> {
    const receiptNo = this.#one(this.#receipts);
    const bill = this.#one(this.#bills);
    if (receiptNo === undefined || bill === undefined) return;
    const unapplied = (await moneyIn(this.desk, receiptNo))[3] ?? 0;
    const most = Math.min(unapplied, await this.#openOf(bill));
    if (most === 0) return;
    await applyMoney(this.desk, receiptNo, [bill, this.#upTo(most)]);
    const { settlements } = await this.desk.seen(bill);
    this.#paid.push([bill, String(settlements.at(-1)?.serial)]);
    if (this.#draw() < 0.2) await this.#reverse();
  }

  async #order(): Promise<void> {
    const paid = this.#paidOrders.pop();
    if (paid !== undefined) {
      if (!(await this.#orders.takeStep('refund', paid, '不需要了'))) throw new Error('not refunded');
      return;
    }
    const bought = await this.owner.browser.call('portal.purchase', { ...purchase, idempotencyKey: newKey() });
    if (bought.status !== 200) throw new Error(bought.text);
    const orderNo = String(bought.body.data.orderNo);
    if (!(await this.#orders.takeStep('approve', orderNo))) throw new Error('not approved');
    if (this.#draw() < 0.3) return;
    await this.#orders.sendVoucher(this.owner, orderNo);
    if (!(await this.#orders.takeStep('acceptPayment', orderNo))) throw new Error('not accepted');
    this.#paidOrders.push(orderNo);
  }

  /** Does one thing, which is drawn. */
  async act(): Promise<void> {
    const [name, action] = this.#one([
      ['issue', () => this.#issue()],
      ['issue', () => this.#issue()],
      ['pay', () => this.#pay()],
      ['reverse', () => this.#reverse()],
      ['writeOff', () => this.#writeOff()],
      ['receive', () => this.#receive()],
      ['apply', () => this.#apply()],
      ['apply', () => this.#apply()],
      ['order', () => this.#order()],
      ['order', () => this.#order()],
    ] as const) ?? ['none', async () => undefined];
    await this.#orders.app.clock.advance({ minutes: 1 });
    await action();
    this.done.push(name);
  }
}
