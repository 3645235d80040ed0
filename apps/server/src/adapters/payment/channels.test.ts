import { createPublicKey } from 'node:crypto';
import type { ChannelName } from '@ronghui/domain/intent/channel';
import { foldIntent } from '@ronghui/domain/intent/fold-intent';
import { fen } from '@ronghui/domain/money';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PaymentChannel, PaymentToAsk, ReadNotice } from '#kernel/payment-port';
import { readPayments } from '#kernel/setup/config-parts/payment-config';
import { Reader } from '#kernel/setup/config-reader';
import { type Channel, startChannel } from '../../../../../tools/channel/channel.ts';
import type { NoticeLie } from '../../../../../tools/channel/form.ts';
import { createAlipay } from './alipay.ts';
import vectors from './channel-vectors.json' with { type: 'json' };
import { createWechatPay } from './wechat-pay.ts';

const now = new Date('2026-11-28T08:00:10Z');
const clock = { now: () => now };
const end = new Date(now.getTime() + 15 * 60_000);
/** Of one that answers: a busy machine takes its time. Of one that is silent: long enough to send to it. */
const [answersMs, silentMs] = [10_000, 1000];

let channel: Channel;
beforeAll(async () => {
  channel = await startChannel({ now: () => now });
});
afterAll(() => channel.close());

const settings = () => readPayments(new Reader(channel.variables('https://portal.example')));
const adapterOf = (name: ChannelName, withinMs = answersMs): PaymentChannel => {
  const { wechat, alipay } = settings();
  const deps = { clock, notifyUrl: `https://portal.example/callbacks/pay/${name}/secret`, withinMs };
  if (wechat === null || alipay === null) throw new Error('the channels are on');
  return name === 'wechat' ? createWechatPay(wechat, deps) : createAlipay(alipay, deps);
};

let last = 0;
const paymentOf = (amount = 2_973_939): PaymentToAsk => {
  last += 1;
  return {
    number: `ZF2026112800000000${String(last).padStart(4, '0')}`,
    amount: fen(amount),
    subject: '账单 100% +',
    end,
  };
};
/** A payment of a channel that a payer has before the eyes. */
const shown = async (name: ChannelName) => {
  const [adapter, payment] = [adapterOf(name), paymentOf()];
  const created = await adapter.create(payment);
  if (created.formUrl !== null) channel.open(created.formUrl);
  return { adapter, payment, created };
};
const kinds = ({ facts }: { readonly facts: readonly { readonly kind: string }[] }) => facts.map(({ kind }) => kind);
const names = ['wechat', 'alipay'] as const;
const lowered = (headers: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

describe('receipts 4.1 the adapters, by a channel that verifies', () => {
  it('receipts 4.1 each shows what a payer pays by', async () => {
    const wechat = await shown('wechat');
    expect(wechat.created).toMatchObject({ formUrl: null, facts: [{ kind: 'shown' }] });
    expect(wechat.created.codeUrl).toMatch(/^weixin:/);
    const alipay = await shown('alipay');
    expect(alipay.created).toMatchObject({ codeUrl: null, facts: [{ kind: 'shown' }] });
    expect(channel.books.find('alipay', alipay.payment.number)).toMatchObject({ amount: 2_973_939, end });
  });

  it.each(names)('receipts 4.2 %s: asked, it says that nobody has paid, and then that somebody has', async (name) => {
    const { adapter, payment } = await shown(name);
    expect(kinds(await adapter.query(payment.number))).toEqual(['notPaid']);
    const { transaction } = channel.pay(name, payment.number);
    const { facts, evidence } = await adapter.query(payment.number);
    expect(facts).toMatchObject([{ kind: 'paid', transaction, amount: payment.amount }]);
    expect(evidence).toMatch(/^[0-9a-f]{64}$/);
  });

  it.each(names)('receipts 4.2 %s: a close is answered, and one that is paid is not closed', async (name) => {
    const open = await shown(name);
    expect(kinds(await open.adapter.close(open.payment.number))).toEqual(['closed']);
    const paid = await shown(name);
    channel.pay(name, paid.payment.number);
    expect(kinds(await paid.adapter.close(paid.payment.number))).toEqual(['paid']);
  });

  it.each(names)('receipts 4.2 %s: no such trade is what it says, and no more', async (name) => {
    expect(kinds(await adapterOf(name).query('ZF-nobody'))).toEqual(['noTrade']);
    expect(kinds(await adapterOf(name).close('ZF-nobody'))).toEqual(['noTrade']);
  });

  it.each(names.flatMap((name) => (['cut', 'lose', 'forge', 'silent'] as const).map((mood) => [name, mood] as const)))(
    'receipts 4.3 %s: an answer that is lost or not signed (%s) says nothing',
    async (name, mood) => {
      const { payment } = await shown(name);
      channel.behave(mood);
      const adapter = adapterOf(name, mood === 'silent' ? silentMs : answersMs);
      const answers = [await adapter.query(payment.number), await adapter.close(payment.number)];
      channel.behave(null);
      expect(answers.map(kinds)).toEqual([['lost'], ['lost']]);
      expect(answers.map(({ evidence }) => evidence)).toEqual([null, null]);
    },
  );

  it('receipts 4.3 a code whose answer was lost is asked for again, and is the same', async () => {
    const [adapter, payment] = [adapterOf('wechat'), paymentOf()];
    channel.behave('lose');
    expect(await adapter.create(payment)).toMatchObject({ codeUrl: null, facts: [{ kind: 'lost' }] });
    channel.behave(null);
    expect(await adapter.create(payment)).toMatchObject({ facts: [{ kind: 'shown' }] });
    expect(channel.books.trades.filter(({ number }) => number === payment.number)).toHaveLength(1);
  });

  it.each(names)('receipts 4.4 %s: a refund by its number, once, and never over what was paid', async (name) => {
    const { adapter, payment } = await shown(name);
    channel.pay(name, payment.number);
    const refund = {
      number: payment.number,
      refundNo: `R-${name}`,
      paid: payment.amount,
      amount: fen(1000),
      reason: '多付',
    };
    expect((await adapter.refund(refund)).facts).toMatchObject([{ kind: 'refund', amount: 1000, state: 'success' }]);
    await adapter.refund(refund);
    expect((await adapter.queryRefund(refund)).facts).toMatchObject([
      { kind: 'refund', amount: 1000, state: 'success' },
    ]);
    expect(kinds(await adapter.refund({ ...refund, refundNo: 'R-over', amount: payment.amount }))).toEqual(['lost']);
    expect(channel.books.find(name, payment.number)?.refunds).toHaveLength(1);
  });
});

describe('receipts 4.3 notices', () => {
  const noticeOf = async (name: ChannelName, lie?: NoticeLie) => {
    const { adapter, payment } = await shown(name);
    channel.pay(name, payment.number);
    const { headers, body } = channel.noticeOf(name, payment.number, lie === undefined ? {} : { lie });
    const read = (text = body): ReadNotice => adapter.verifyNotice(lowered(headers), Buffer.from(text));
    return { payment, read, body };
  };

  it.each(names)('receipts 4.3 %s: one that is right is a fact, the same however often it comes', async (name) => {
    const { payment, read } = await noticeOf(name);
    expect(read()).toMatchObject({
      ok: true,
      number: payment.number,
      disagreement: null,
      facts: [{ kind: 'paid', amount: payment.amount }],
    });
    expect(read()).toEqual(read());
  });

  it.each(
    names.flatMap((name) =>
      (
        [
          ['forged', 'signature'],
          ['stale', 'stale'],
        ] as const
      ).map(([lie, fault]) => [name, lie, fault] as const),
    ),
  )('receipts 4.3 %s: one that is %s is none', async (name, lie, fault) => {
    const { read } = await noticeOf(name, lie);
    expect(read()).toEqual({ ok: false, fault });
  });

  it('receipts 4.3 a probe of WeChat Pay is none', async () => {
    const { read } = await noticeOf('wechat', 'probe');
    expect(read()).toEqual({ ok: false, fault: 'probe' });
  });

  it.each(names)('receipts 4.3 %s: one of another merchant disagrees', async (name) => {
    const { read } = await noticeOf(name, 'otherMerchant');
    expect(read()).toMatchObject({ ok: true, disagreement: expect.stringMatching(/./) });
  });

  it.each(names)('receipts 4.3 %s: one that was changed on its way is none', async (name) => {
    const { read, body } = await noticeOf(name);
    expect(read(`${body} `)).toMatchObject({ ok: false });
    expect(read('')).toMatchObject({ ok: false });
    expect(read(`${body}&out_trade_no=ZF-other`)).toMatchObject({ ok: false });
  });

  it('receipts 4.3 the published notices are read, at their time', () => {
    const { wechat, alipay } = settings();
    if (wechat === null || alipay === null) throw new Error('the channels are on');
    const publicKey = createPublicKey({
      key: Buffer.from(vectors.keys.platformPublic, 'base64'),
      format: 'der',
      type: 'spki',
    });
    const deps = { clock, notifyUrl: '' };
    const { headers, body } = vectors.wechat.notice;
    const read = createWechatPay({ ...wechat, publicKey }, deps).verifyNotice(lowered(headers), Buffer.from(body));
    const paid = { kind: 'paid', amount: 2_973_939 };
    expect(read).toMatchObject({ ok: true, number: 'ZF20261128000000000001', disagreement: null, facts: [paid] });
    const form = new URLSearchParams(vectors.alipay.notice.form).toString();
    expect(createAlipay({ ...alipay, publicKey }, deps).verifyNotice({}, Buffer.from(form))).toMatchObject({
      ok: true,
      number: 'ZF20261128000000000002',
      disagreement: null,
      facts: [{ ...paid, at: new Date('2026-11-28T08:00:09Z') }],
    });
  });

  it('receipts 4.3 a notice of Alipay with a refund is one, whatever the trade is, and a trade that it closes was given back', async () => {
    const { adapter, payment } = await shown('alipay');
    channel.pay('alipay', payment.number);
    const read = (): ReadNotice => {
      const { headers, body } = channel.noticeOf('alipay', payment.number);
      return adapter.verifyNotice(lowered(headers), Buffer.from(body));
    };
    const paid = read();
    const ask = (refundNo: string, amount: number) =>
      adapter.refund({ number: payment.number, refundNo, paid: payment.amount, amount: fen(amount), reason: '退款' });
    await ask('R1', 1000);
    const part = read();
    expect(part).toMatchObject({ facts: [{ kind: 'refund', refundNo: 'R1', amount: 1000 }] });
    await ask('R2', payment.amount - 1000);
    const all = read();
    if (!paid.ok || !part.ok || !all.ok) throw new Error('each is right');
    expect(kinds(all)).toEqual(['refund', 'tradeClosed']);
    expect(foldIntent(payment, [...all.facts, ...part.facts], now).status).toBe('unknown');
    const state = foldIntent(payment, [...all.facts, ...part.facts, ...paid.facts], now);
    expect(state).toMatchObject({ status: 'paid', refunded: payment.amount, refunding: 0 });
  });
});
