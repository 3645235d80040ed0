import { addMonths, paymentDays } from '@ronghui/domain/order';
import type { ReviewAction } from '@ronghui/domain/order-review';
import { mailProviderOfRefund } from '#features/invoice/invoice.steps';
import { orderJobs } from '#features/order/order.jobs';
import { takeReviewStep } from '#features/order/order.review';
import { systemAuthor } from '#kernel/observe/audit';
import { DemonstrationRefused } from '../operation-call.ts';
import { type DaysAgo, type Event, type Stage, soonAfter } from './event.ts';
import { type OrderStory, orderStories, type StoryStep } from './order-stories.ts';

/** The numbers of the orders so far, by the names in the story. */
type Numbers = Map<string, string>;

const numberOf = (numbers: Numbers, name: string): string => {
  const orderNo = numbers.get(name);
  if (orderNo === undefined) throw new Error(`${name} was not bought before`);
  return orderNo;
};

const payerName = '云栖商贸有限公司';
const minuteMs = 60_000;

const agreementsOf = async ({ cast }: Stage, pid: string) => {
  const { agreements } = await cast.owner.call('portal.productQueryDetail', { pid });
  return agreements
    .filter(({ scene }) => scene === 'purchase' || scene === 'dataSharing')
    .map(({ id, version }) => ({ id, version }));
};

const buy = async (
  stage: Stage,
  { by, configuration, renews, contact }: OrderStory,
  numbers: Numbers,
): Promise<string> => {
  const buyer = stage.cast[by];
  const agreements = await agreementsOf(stage, configuration.pid);
  const { totalAmount: expectedAmount } = await buyer.call('order.quote', configuration);
  if (renews !== undefined) {
    const renewal = { orderNo: numberOf(numbers, renews), termMonths: configuration.termMonths ?? 12 };
    return (await buyer.call('order.renew', { ...renewal, agreements, expectedAmount })).orderNo;
  }
  const order = { ...configuration, agreements, expectedAmount, ...(contact === undefined ? {} : { contact }) };
  return (await buyer.call('portal.purchase', order)).orderNo;
};

const review = async ({ past, staff }: Stage, action: ReviewAction, asked: { orderNo: string; reason?: string }) => {
  const author = action === 'lapse' || action === 'expire' ? systemAuthor : staff;
  const step = action === 'refund' ? { action, onRefund: mailProviderOfRefund } : { action };
  const result = await takeReviewStep(past.tx, past.ports, author, { ...step, ...asked });
  if (!result.ok) throw new DemonstrationRefused(`${action} ${asked.orderNo}: ${result.reason}`);
};

const take = async (stage: Stage, story: OrderStory, { step, numbers }: { step: StoryStep; numbers: Numbers }) => {
  const orderNo = numberOf(numbers, story.name);
  const { action, reason, slip } = step;
  const member = stage.cast[story.by];
  if (action === 'cancel') return member.call('order.cancel', { orderNo, ...(reason === undefined ? {} : { reason }) });
  if (action !== 'sendVoucher') return review(stage, action, { orderNo, ...(reason === undefined ? {} : { reason }) });
  const fileId = await member.upload('银行电子回单.png', stage.picture(slip ?? ''));
  const paidAt = new Date(stage.past.ports.clock.now().getTime() - 20 * minuteMs).toISOString();
  return member.call('order.uploadVoucher', { orderNo, fileIds: [fileId], paidAt, payerName });
};

/** The steps that time takes by itself, a minute after they are due. */
const stepsOfTime = ({ configuration, life }: OrderStory, ago: DaysAgo): readonly { at: Date; step: StoryStep }[] => {
  const momentOf = (action: StoryStep['action']) => {
    const found = life.find((step) => step.action === action);
    return found && ago(found.days, found.time);
  };
  const approved = momentOf('approve');
  const activated = momentOf('activate');
  const isPaid = life.some(({ action }) => action === 'sendVoucher' || action === 'activate');
  const present = ago(0, '00:00');
  const due = [
    ...(approved === undefined || isPaid
      ? []
      : [{ at: new Date(approved.getTime() + paymentDays * 24 * 60 * minuteMs), action: 'lapse' as const }]),
    ...(activated === undefined || configuration.termMonths === undefined
      ? []
      : [{ at: addMonths(activated, configuration.termMonths), action: 'expire' as const }]),
  ];
  return due
    .map(({ at, action }) => ({ at: soonAfter(at), step: { action, days: 0, time: '' } }))
    .filter(({ at }) => at < present);
};

const eventsOf = (stage: Stage, story: OrderStory, { ago, numbers }: { ago: DaysAgo; numbers: Numbers }): Event[] => {
  const { name, bought, life, runsOut } = story;
  const timed = [
    ...life.map((step) => ({ at: ago(step.days, step.time), step })),
    ...(runsOut === true ? stepsOfTime(story, ago) : []),
  ];
  return [
    {
      at: ago(...bought),
      happens: async () => numbers.set(name, await buy(stage, story, numbers)),
    },
    ...timed.map(({ at, step }) => ({ at, happens: () => take(stage, story, { step, numbers }) })),
  ];
};

/** The reminder of a term that ends soon, as the job leaves it. */
const remind = async ({ past, log }: Stage): Promise<void> => {
  const job = orderJobs.find(({ name }) => name === 'order.remind');
  await job?.run({ database: past.database, ports: past.ports, log });
};

/** Orders in every state, with their histories. */
export const orderEvents = (stage: Stage, ago: DaysAgo): readonly Event[] => {
  const numbers: Numbers = new Map();
  return [
    ...orderStories.flatMap((story) => eventsOf(stage, story, { ago, numbers })),
    { at: ago(5, '08:07'), happens: () => remind(stage) },
  ];
};
