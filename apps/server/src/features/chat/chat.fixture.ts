import type { Input } from '@ronghui/contract';
import { shanghaiClock } from '@ronghui/domain/shanghai';
import { enterStaff } from '#features/staff/staff.fixture';
import type { TestApp } from '#kernel/testing/test-app';
import type { TestBrowser, TestReply } from '#kernel/testing/test-client';
import { chatJobs } from './chat.jobs.ts';

let made = 0;

/** A new name for a message. */
export const newClientId = (): string => `message-${String((made += 1)).padStart(16, '0')}`;

/** A text message. */
export const textOf = (content: string, more: Partial<Input<'chat.send'>> = {}): Input<'chat.send'> => ({
  clientId: newClientId(),
  type: 'text',
  content,
  ...more,
});

/** The data of a call that has to succeed. */
export const dataOf = async (reply: Promise<TestReply>) => {
  const { status, text, body } = await reply;
  if (status !== 200) throw new Error(text);
  return body.data;
};

/** Sends a text. */
export const say = (browser: TestBrowser, content: string, more: Partial<Input<'chat.send'>> = {}) =>
  dataOf(browser.call('chat.send', textOf(content, more)));

/** Somebody of customer service at the console. */
export const enterDesk = (app: TestApp): Promise<TestBrowser> =>
  enterStaff(app, `desk-${(made += 1)}`, { roles: ['support'] });

/** A conversation with a reception that a member of staff has taken. */
export const openServed = async (customer: TestBrowser, desk: TestBrowser) => {
  const { conversationId } = await say(customer, '您好');
  const { reception } = await dataOf(customer.call('chat.open'));
  await dataOf(desk.call('ops.chat.take', { receptionId: reception.receptionId }));
  return { conversationId: String(conversationId), receptionId: String(reception.receptionId) };
};

/** Sends an answer; one of very many at once is sent again where staff have too many calls under way, under the same name. */
export const answerFrom = async (desk: TestBrowser, conversationId: string, content: string) => {
  const answer = { conversationId, clientId: newClientId(), content };
  for (;;) {
    const reply = await desk.call('ops.chat.send', answer);
    if (![429, 503].includes(reply.status)) return dataOf(Promise.resolve(reply));
  }
};

/** Lets time pass until nobody sends too fast. */
export const rest = (app: TestApp): Promise<void> => app.clock.advance({ seconds: 11 });

/** Runs one scheduled job of customer service, as the clock would. */
export const runChatJob = async ({ database, ports }: TestApp, name: string): Promise<void> => {
  const found = chatJobs.find((each) => each.name === name);
  if (found === undefined) throw new Error(`no job ${name}`);
  await found.run({ database, ports, log: ports.log });
};

/** Sets when persons are there; what is left out is as before anything was set. */
export const setService = async (
  desk: TestBrowser,
  {
    hours = null,
    promisedSec = 60,
    assignment = 'hand',
    maxPerAgent = 5,
  }: Partial<Omit<Input<'ops.chat.setSettings'>, 'revision' | 'idempotencyKey'>>,
): Promise<void> => {
  const { revision } = await dataOf(desk.call('ops.chat.settings', {}));
  const setting = { hours, promisedSec, assignment, maxPerAgent, revision };
  await dataOf(desk.call('ops.chat.setSettings', { ...setting, idempotencyKey: newClientId() }));
};

/** Hours of every day that are over, or have not begun. */
export const closedHours = ({ ports }: TestApp): NonNullable<Input<'ops.chat.setSettings'>['hours']> => {
  const clock = shanghaiClock(ports.clock.now());
  const minute = clock.getUTCHours() * 60 + clock.getUTCMinutes();
  return minute === 0
    ? { days: 'every', opensMinute: 720, closesMinute: 1440 }
    : { days: 'every', opensMinute: 0, closesMinute: minute };
};
