import { BillingBook, type BillName } from './billing-book.ts';
import { stageCount } from './billing-calendar.ts';
import { type AskedClaim, Claim } from './billing-claims.ts';
import { brought, importEvents } from './billing-imports.ts';
import { invoiceEvents } from './billing-invoices.ts';
import type { DaysAgo, Event, Stage } from './event.ts';
import { ledgerEvents } from './ledgers.ts';

/** What the events of bills work with. */
interface Billing {
  readonly stage: Stage;
  readonly book: BillingBook;
  readonly ago: DaysAgo;
}

const newest = stageCount - 1;
/** The first stage whose bills a second person approves. */
const firstApproved = stageCount - 2;

const loan = (org: number): BillName => `biz-loan-advisory/${org}`;
const factoring = (org: number): BillName => `factoring/${org}`;
const points = (org: number): BillName => `points-mall/${org}`;
const benefits = (org: number): BillName => `flex-benefits/${org}`;

const allNames: readonly BillName[] = [
  loan(1),
  loan(2),
  loan(3),
  loan(4),
  factoring(1),
  factoring(2),
  factoring(4),
  points(3),
  points(4),
  benefits(1),
  benefits(3),
];

/** Something on a day after the issue of a stage, `[2, '10:30']`. */
type Later = (days: number, time: string, happens: () => Promise<unknown>) => Event;

const laterIn = ({ book, ago }: Billing, stage: number): Later => {
  const issued = book.days.issuedDaysAgo(stage);
  return (days, time, happens) => ({ at: ago(issued - days, time), happens });
};

const claimIn = ({ stage, book }: Billing, asked: AskedClaim): Claim => new Claim(stage, book, asked);

/** The way of an ordinary stage: confirmed, paid with a voucher, settled. What is disputed or left is not pending then. */
const ordinary = (billing: Billing, stage: number): readonly Event[] => {
  const { book } = billing;
  const later = laterIn(billing, stage);
  // Where nobody confirms a bill of these stages, time does.
  const left: readonly BillName[] = stage === 7 || stage === 11 ? [loan(2), loan(3)] : [];
  const disputed: readonly BillName[] = [loan(1), factoring(1)];
  const others = allNames.filter((name) => !left.includes(name) && !disputed.includes(name));
  return [
    later(2, '10:30', () => book.confirm(stage, others)),
    later(5, '09:40', () => book.confirm(stage, disputed)),
    ...(stage < 9 ? [] : [later(6, '11:10', () => book.sendVoucher(stage))]),
    ...(left.length === 0
      ? []
      : [{ at: book.days.afterDeadline(book.days.issuedDaysAgo(stage)), happens: () => book.runJob('bill.clock') }]),
    later(stage === 9 ? 13 : 20, '15:00', () => book.settle(stage)),
  ];
};

/** Feedback of former stages: accepted, rejected, withdrawn, and reopened. */
const formerClaims = (billing: Billing): readonly Event[] => {
  const accepted = claimIn(billing, {
    stage: 5,
    name: loan(1),
    reason: '其中三笔贷款已于当月提前结清，服务费应减半收取。',
    lines: 3,
    percent: 50,
  });
  const withdrawn = claimIn(billing, { stage: 9, name: factoring(1), reason: '与我方台账合计不一致。', percent: 97 });
  const rejected = claimIn(billing, {
    stage: 11,
    name: factoring(1),
    reason: '我方认为应整体适用最低一档费率。',
    percent: 80,
    hasPaper: true,
  });
  const reopened = claimIn(billing, {
    stage: 10,
    name: loan(1),
    reason: '前三笔贷款的借款人已撤销申请，不应收费。',
    lines: 3,
    percent: 0,
  });
  const [fifth, ninth] = [laterIn(billing, 5), laterIn(billing, 9)];
  const [tenth, eleventh] = [laterIn(billing, 10), laterIn(billing, 11)];
  return [
    fifth(1, '10:05', () => accepted.open()),
    fifth(1, '16:20', () => accepted.answer('accept', '经核对属实，三笔按减半计收。')),
    fifth(6, '09:00', () => accepted.rate(true, '处理及时')),
    ninth(1, '11:00', () => withdrawn.open()),
    ninth(1, '14:30', () => withdrawn.withdraw()),
    tenth(1, '09:30', () => reopened.open()),
    tenth(1, '15:40', () => reopened.answer('reject', '三笔均已放款，按规则计费无误。')),
    tenth(2, '10:20', () => reopened.reopen('三笔放款次日即原路退回，退款回单已发给客户经理，请再核对。')),
    tenth(3, '16:00', () => reopened.adjust(30, '退回属实；已发生的咨询服务按三成计收，此为最终答复。')),
    tenth(7, '09:30', () => reopened.rate(true, '补充材料后处理合理')),
    eleventh(1, '09:50', () => rejected.open()),
    eleventh(1, '14:10', () => rejected.reply('您好，该产品按分段累进计费，我们正在逐笔复核。')),
    eleventh(1, '15:05', () => rejected.say('好的，请附上分段的计算过程。')),
    eleventh(2, '11:30', () =>
      rejected.answer('reject', '规则为分段累进：各段分别按对应费率计收，复核后金额无误，计算过程见每笔明细。'),
    ),
    eleventh(7, '10:00', () => rejected.rate(false, '仍希望下一年度调整费率')),
  ];
};

/**
 * The stage from which a second person approves: settled in parts and whole, overdue, one sent back, one whose approval the clock gave, and one with a payment
 * that was taken back.
 */
const approvedStage = (billing: Billing): readonly Event[] => {
  const { book, stage, ago } = billing;
  const [at, later] = [firstApproved, laterIn(billing, firstApproved)];
  const issued = book.days.issuedDaysAgo(at);
  const extension = claimIn(billing, {
    stage: at,
    name: factoring(4),
    reason: '前四笔保理业务已展期，费用应计入展期后的账期。',
    lines: 4,
    percent: 0,
    hasPaper: true,
  });
  const confirmed = [loan(1), loan(2), loan(4), factoring(1), points(3), points(4), benefits(1), benefits(3)];
  const turnOn = async () => {
    const { version } = await stage.cast.owner.call('tenant.get', {});
    await stage.cast.owner.call('tenant.update', { version, secondApprover: true });
  };
  return [
    { at: ago(issued + 1, '17:00'), happens: turnOn },
    later(0, '14:00', () => extension.open()),
    later(0, '15:10', () => extension.reply('已收到，请稍候，我们正在向资金方核实展期日期。')),
    later(0, '16:00', () => extension.say('展期协议已随附件上传。')),
    later(1, '10:00', () => extension.adjust(40, '展期属实；已发生的服务按四成计收，其余计入展期后的账期。')),
    later(1, '11:00', () => book.confirm(at, [factoring(4)])),
    later(1, '11:30', () => book.confirm(at, confirmed)),
    later(1, '14:30', () => book.sendBack(at, [points(4)], '积分数量与商城后台的统计尚未核对，请核对后再确认。')),
    later(1, '15:00', () => book.approve(at, [...confirmed, factoring(4)])),
    later(1, '17:20', () => book.confirm(at, [points(4)])),
    later(1, '18:05', () => book.approve(at, [points(4)])),
    later(1, '16:00', () => book.confirm(at, [factoring(2)])),
    { at: new Date(book.days.afterDeadline(issued).getTime() - 86_400_000), happens: () => book.runJob('bill.remind') },
    { at: book.days.afterDeadline(issued), happens: () => book.runJob('bill.clock') },
    later(15, '10:20', () => book.sendVoucher(at, [loan(1), loan(2), loan(4), factoring(4)])),
    later(16, '10:00', () => book.settle(at, { names: [loan(1)], percent: 60 })),
    later(16, '10:20', () => book.settle(at, { names: [factoring(4)], percent: 45 })),
    later(16, '11:30', () =>
      book.reverse(at, factoring(4), '这笔到账经与银行核对不属于这张账单，登记有误，现予撤销。'),
    ),
    later(17, '10:00', () => book.settle(at, { names: [loan(1), factoring(4), points(3), points(4), benefits(1)] })),
    later(17, '11:00', () => book.settle(at, { names: [loan(2)], percent: 50 })),
  ];
};

/** The newest stage, issued product by product: what has to be done now. */
const newestStage = (billing: Billing): readonly Event[] => {
  const { book, ago } = billing;
  const issue = (moreDays: number, productIds: readonly string[]) => {
    const days = book.days.issuedFor(moreDays);
    const happens = async () => {
      for (const productId of productIds) await book.issue(newest, productId);
    };
    const later: Later = (more, time, act) => ({ at: ago(Math.max(1, days - more), time), happens: act });
    // Whatever day of the week it is, the answer to what waits is not late yet.
    const waiting: Later = (more, time, act) => later(Math.max(more, days - book.days.answeredFor()), time, act);
    return { later, waiting, issued: { at: ago(days, '09:00'), happens } };
  };
  const tomorrow = issue(1, ['factoring']);
  const soon = issue(3, ['biz-loan-advisory']);
  const later = issue(5, ['points-mall', 'flex-benefits']);
  const open = claimIn(billing, {
    stage: newest,
    name: factoring(4),
    reason: '两笔保理业务本月未放款，不应收费。',
    lines: 2,
    percent: 0,
    hasPaper: true,
  });
  const handled = claimIn(billing, {
    stage: newest,
    name: loan(2),
    reason: '账单合计比我方台账多出约百分之四。',
    percent: 96,
  });
  const adjusted = claimIn(billing, {
    stage: newest,
    name: loan(3),
    reason: '前两笔为续贷，按约定服务费八折。',
    lines: 2,
    percent: 80,
  });
  const drawn = Math.max(...[1, 3, 5].map((days) => book.days.issuedFor(days))) + 1;
  return [
    { at: ago(drawn, '18:00'), happens: () => book.fillStage(newest) },
    ...[tomorrow, soon, later].map(({ issued }) => issued),
    tomorrow.later(1, '10:10', () => book.confirm(newest, [factoring(2)])),
    tomorrow.waiting(2, '15:20', () => open.open()),
    soon.waiting(0, '10:40', () => handled.open()),
    soon.waiting(0, '14:00', () => handled.reply('您好，请告知差异涉及的借据号，我们逐笔核对。')),
    soon.waiting(0, '16:30', () => handled.say('差异主要在月中之后放款的几笔，费率似与之前不同。')),
    soon.later(0, '11:00', () => adjusted.open()),
    soon.later(0, '15:00', () => adjusted.adjust(80, '续贷属实，两笔按八折计收。')),
    soon.later(0, '15:30', () => book.confirm(newest, [loan(3), loan(4)])),
    soon.later(0, '17:00', () => book.approve(newest, [loan(3), loan(4)])),
    later.later(0, '15:40', () => book.confirm(newest, [benefits(1)])),
    later.later(0, '17:10', () => book.approve(newest, [benefits(1)])),
    { at: ago(1, '18:17'), happens: () => book.runJob('bill.remind') },
  ];
};

/** Files that the merchant has asked for: they are made once the server runs. */
const exportsOf = ({ stage, ago }: Billing): readonly Event[] => [
  {
    at: ago(1, '19:10'),
    happens: () => stage.cast.finance.call('export.create', { kind: 'bills', format: 'xlsx', filter: {} }),
  },
];

/** Fourteen stages with their bills in every state, and the last one open with drafts (R14.1). */
export const billingEvents = (stage: Stage, ago: DaysAgo): readonly Event[] => {
  const book = new BillingBook(stage, ago);
  const billing = { stage, book, ago };
  const stages = Array.from({ length: stageCount }, (_, at) => at + 1);
  const former = stages.filter((each) => each < newest);
  return [
    { at: ago(388, '17:00'), happens: () => book.begin() },
    ...stages.map((each) => ({ at: ago(book.days.openedDaysAgo(each), '17:30'), happens: () => book.openStage(each) })),
    ...former.flatMap((each) => [
      { at: ago(book.days.issuedDaysAgo(each), '08:30'), happens: () => book.fillStage(each) },
      { at: ago(book.days.issuedDaysAgo(each), '09:00'), happens: () => book.issue(each) },
    ]),
    ...importEvents(stage, book, ago),
    { at: ago(1, '18:30'), happens: () => book.fillStage(stageCount, brought) },
    ...former.filter((each) => each < firstApproved).flatMap((each) => ordinary(billing, each)),
    ...formerClaims(billing),
    ...approvedStage(billing),
    ...newestStage(billing),
    ...invoiceEvents(stage, book, ago),
    ...exportsOf(billing),
    ...ledgerEvents(stage, book, ago),
  ];
};
