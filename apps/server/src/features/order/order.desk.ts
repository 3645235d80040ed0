import { shanghaiTime } from '@ronghui/domain/csv';
import { yuanText } from '@ronghui/domain/money';
import { orderStatuses, orderStatusNames } from '@ronghui/domain/order';
import { type DeskArgs, type DeskOutcome, type DeskVerb, type DeskVerbs, operatorAuthor } from '#kernel/desk';
import { orderJobs } from './order.jobs.ts';
import { type AskedReview, type RefundListener, type ReviewResult, takeReviewStep } from './order.review.ts';
import { listWaiting } from './order-jobs.sql.ts';
import { showOrder } from './order-show.ts';

type Refused = Extract<ReviewResult, { ok: false }>;

const refusals: Readonly<Record<Refused['reason'], string>> = {
  notFound: '没有这个订单号。',
  notAllowed: '订单当前的状态不允许这一步。',
  notCertified: '商户尚未通过企业认证，订单留在待审核。',
  reasonMissing: '请用 --reason 写明原因，商户会看到它。',
  reasonTooLong: '原因最多 500 字。',
  consentGone: '订单所依据的授权已被撤回或已到期，商户重新授权后才能继续办理；否则请驳回或退款。',
  notDue: '时间未到。',
  changed: '订单已有变化，请重新查看。',
};

const statusText = (result: { readonly status?: ReviewResult['status'] }): string =>
  result.status === undefined ? '' : `（现在是${orderStatusNames[result.status]}）`;

const outcomeOf = (result: ReviewResult): DeskOutcome => {
  if (!result.ok) return { ok: false, text: `${refusals[result.reason]}${statusText(result)}` };
  const name = orderStatusNames[result.status];
  return {
    ok: true,
    text: result.changed ? `已办理，订单现在是${name}。` : `此前已办理，没有变动；订单现在是${name}。`,
  };
};

const verb = (action: Exclude<AskedReview['action'], 'refund'>, usage: string): DeskVerb => ({
  usage,
  async run(ports, database, { words: [orderNo = ''], options }) {
    const asked = { orderNo, action, reason: options['reason'] };
    return outcomeOf(await database.transact('service', (tx) => takeReviewStep(tx, ports, operatorAuthor, asked)));
  },
});

const refund = (onRefund: RefundListener): DeskVerb => ({
  usage: '<订单号> --reason 原因    退款',
  async run(ports, database, { words: [orderNo = ''], options }) {
    const asked = { orderNo, action: 'refund', reason: options['reason'], onRefund } as const;
    return outcomeOf(await database.transact('service', (tx) => takeReviewStep(tx, ports, operatorAuthor, asked)));
  },
});

const listText = async (rows: Awaited<ReturnType<typeof listWaiting>>): Promise<string> =>
  rows.length === 0
    ? '没有等待办理的订单。'
    : rows
        .map((row) => {
          const status = orderStatuses.find((each) => each === row.status);
          const voucher = row.has_voucher ? '  有待核对的凭证' : '';
          const certified = row.certification_status === 'passed' ? '' : '  未认证';
          return `${row.order_no}  ${shanghaiTime(row.created_at).slice(0, 16)}  ${status === undefined ? row.status : orderStatusNames[status]}  ${row.name}  ${row.product_name}（${row.sku_name}）  ${yuanText(row.total_fen, { grouping: false })} 元${voucher}${certified}`;
        })
        .join('\n');

const list: DeskVerb = {
  usage: '[--status pendingReview]    等待办理的订单，最早的在前',
  async run(_ports, database, { options }: DeskArgs) {
    const status = orderStatuses.find((each) => each === options['status']);
    if (options['status'] !== undefined && status === undefined) {
      return { ok: false, text: `状态应为 ${orderStatuses.join('、')} 之一。` };
    }
    return { ok: true, text: await listText(await listWaiting(database.reading('service'), status, 100)) };
  },
};

const runDue: DeskVerb = {
  usage: '    立即办理到了期限的：逾期未付的取消，服务期满的到期，临近的提醒（平时自动办理）',
  async run(ports, database) {
    for (const { run } of orderJobs) await run({ ports, database, log: ports.log });
    return { ok: true, text: '已办理到了期限的订单。' };
  },
};

/** Shows an order to the desk before it decides: its data, its history, and the paths of its vouchers' files. Each look is audited. */
const show: DeskVerb = {
  usage: '<订单号>    查看订单、经过与付款凭证（会留下审计记录）',
  async run(ports, database, { words: [orderNo = ''] }) {
    const text = await database.transact('service', (tx) => showOrder(tx, ports, operatorAuthor, orderNo));
    return text === null ? { ok: false, text: refusals.notFound } : { ok: true, text };
  },
};

/** What the provider's staff do with orders (R4.8, R11.5). */
export const orderDesk = (onRefund: RefundListener): DeskVerbs => ({
  list,
  show,
  approve: verb('approve', '<订单号>    审核通过'),
  reject: verb('reject', '<订单号> --reason 原因    驳回'),
  'accept-payment': verb('acceptPayment', '<订单号>    款项核对无误'),
  'send-back': verb('sendBackPayment', '<订单号> --reason 原因    退回付款凭证'),
  activate: verb('activate', '<订单号>    开通，服务期自此起算'),
  terminate: verb('terminate', '<订单号> --reason 原因    终止正在服务的订单（没有期限的，或提前结束且无需退款）'),
  refund: refund(onRefund),
  'run-due': runDue,
});
