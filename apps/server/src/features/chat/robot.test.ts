import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openContentFixture } from '#features/content/content.fixture';
import { everydayQuestions } from '#features/doc/doc-questions.fixture';
import type { TestApp } from '#kernel/testing/test-app';
import type { TestBrowser } from '#kernel/testing/test-client';
import { closedHours, dataOf, enterDesk, rest, say, setService, textOf } from './chat.fixture.ts';
import { findRobotAnswer } from './robot.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openContentFixture();
});
afterAll(() => app.close());

interface Shown {
  readonly sender: string;
  readonly type: string;
  readonly content: string;
  readonly card?: { readonly kind: string; readonly id: string };
}
const receptionOf = async (browser: TestBrowser) => (await dataOf(browser.call('chat.open'))).reception;
const messagesOf = async (browser: TestBrowser, conversationId: string): Promise<readonly Shown[]> =>
  (await dataOf(browser.call('chat.history', { conversationId }))).messages;

/** Nothing here asks for anything that a document is about. */
const elsewhere = [
  '今天天气怎么样',
  '北京到上海的高铁几点',
  '推荐一部电影',
  '鱼香肉丝怎么做',
  '周末去哪里爬山',
  '你会唱歌吗',
  '世界杯谁夺冠了',
  '怎么种多肉植物',
  '猫粮哪个牌子好',
  '量子纠缠是什么',
];

describe('service 4.1 the robot', () => {
  it('service 4.1 answers with the words of a document and the document itself, and stores no figure of anybody', async () => {
    const visitor = await app.open();
    const { conversationId } = await say(visitor, '忘记密码怎么办');
    const [question, answer] = await messagesOf(visitor, conversationId);
    expect(question).toMatchObject({ sender: 'user', content: '忘记密码怎么办' });
    expect(answer).toMatchObject({
      sender: 'robot',
      type: 'custom',
      card: { kind: 'document', id: 'reset-password' },
    });
    expect(answer?.content.length).toBeGreaterThan(10);
    expect(await receptionOf(visitor)).toMatchObject({ state: 'robot', version: 1 });
  });

  it('service 1.2 a message that is repeated is answered once', async () => {
    const visitor = await app.open();
    const message = textOf('如何对账');
    const [first, again] = [await visitor.call('chat.send', message), await visitor.call('chat.send', message)];
    expect(again.body.data).toEqual(first.body.data);
    expect(await messagesOf(visitor, first.body.data.conversationId)).toHaveLength(2);
  });

  it('service 4.2 hands over at once to whom asks for a person, and then is silent', async () => {
    const visitor = await app.open();
    const { conversationId } = await say(visitor, '转人工');
    expect(await receptionOf(visitor)).toMatchObject({ state: 'waiting', version: 2, waitingBefore: 0 });
    await say(visitor, '如何对账');
    expect((await messagesOf(visitor, conversationId)).map(({ sender }) => sender)).toEqual(['user', 'robot', 'user']);
  });

  it('service 4.2 says that it does not know, and hands over at the second time in a row', async () => {
    const visitor = await app.open();
    const { conversationId } = await say(visitor, '今天天气怎么样');
    expect(await receptionOf(visitor)).toMatchObject({ state: 'robot' });
    await say(visitor, '您好');
    expect(await receptionOf(visitor)).toMatchObject({ state: 'robot' });
    await rest(app);
    await say(visitor, '推荐一部电影');
    await say(visitor, '鱼香肉丝怎么做');
    expect(await receptionOf(visitor)).toMatchObject({ state: 'waiting' });
    const answers = (await messagesOf(visitor, conversationId)).filter(({ sender }) => sender === 'robot');
    expect(answers.map(({ content }) => content.slice(0, 10))).toEqual([
      '这个问题我还答不上来',
      '您好，我是智能客服。',
      '这个问题我还答不上来',
      '这个问题我答不上来，',
    ]);
  });

  it('service 3.4 out of the hours it promises nobody to whom asks for a person, and offers to leave a message', async () => {
    const desk = await enterDesk(app);
    await setService(desk, { hours: closedHours(app) });
    const visitor = await app.open();
    const { conversationId } = await say(visitor, '转人工');
    expect(await receptionOf(visitor)).toMatchObject({ state: 'left', version: 3 });
    const messages = await messagesOf(visitor, conversationId);
    expect(messages.map(({ sender }) => sender)).toEqual(['user', 'robot']);
    expect(messages[1]?.content).toMatch(/服务时间.*留言/);
    // What it knows it answers at any time.
    const other = await app.open();
    await say(other, '如何对账');
    expect(await receptionOf(other)).toMatchObject({ state: 'robot' });
    await setService(desk, {});
  });

  it('service 4.2 an answer is rated by its own customer, the last word counts, and staff read it by document', async () => {
    const [visitor, other, desk] = [await app.open(), await app.open(), await enterDesk(app)];
    const { conversationId } = await say(visitor, '忘记密码怎么办');
    const rate = (browser: TestBrowser, seq: number, helpful: boolean) =>
      browser.call('chat.helpful', { conversationId, seq, helpful });
    await dataOf(rate(visitor, 2, true));
    await dataOf(rate(visitor, 2, false));
    // Neither a message of one's own, nor one that is not there, nor another visitor's.
    for (const reply of [rate(visitor, 1, true), rate(visitor, 9, true), rate(other, 2, true)])
      expect((await reply).body.errCode).toBe('RHSY404');
    await say(other, '今天天气怎么样');
    const { conversationId: own } = (await dataOf(other.call('chat.open'))) as { conversationId: string };
    expect((await other.call('chat.helpful', { conversationId: own, seq: 2, helpful: true })).body.errCode).toBe(
      'RHSY404',
    );
    const { items } = await dataOf(desk.call('ops.chat.answers', {}));
    expect(items).toEqual([
      { slug: 'reset-password', title: expect.stringMatching(/密码/), helpful: 0, notHelpful: 1 },
    ]);
  });

  it('service 4.2 a question that found nothing stands beside the searches in vain; a greeting and what may name a person do not', async () => {
    const [visitor, desk] = [await app.open(), await enterDesk(app)];
    await say(visitor, '怎么养多肉植物');
    await say(visitor, '你好');
    await say(visitor, '13800000001 是谁的手机');
    const { items } = await dataOf(desk.call('ops.doc.misses', { pageSize: 100 }));
    const words = (items as readonly { readonly word: string }[]).map(({ word }) => word);
    expect(words).toContain('怎么养多肉植物');
    expect(words.filter((word) => /你好|1380/.test(word))).toEqual([]);
  });

  it('service 4.4 everyday questions find their documents, and what is about other things finds none', async () => {
    const db = app.database.reading('service');
    const wrong: string[] = [];
    for (const [question, ...answers] of everydayQuestions) {
      const found = (await findRobotAnswer(db, question))?.card?.id ?? '';
      if (!answers.includes(found)) wrong.push(`${question} → ${found}`);
    }
    expect(wrong.length, wrong.join('；')).toBeLessThanOrEqual(everydayQuestions.length * 0.2);
    const known: string[] = [];
    for (const question of elsewhere) {
      const found = await findRobotAnswer(db, question);
      if (found !== null) known.push(`${question} → ${found.card?.id}`);
    }
    expect(known, known.join('；')).toEqual([]);
  });
});
