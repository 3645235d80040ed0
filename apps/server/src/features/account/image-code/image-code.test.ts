import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type AccountFixture, openAccountFixture } from '../account.fixture.ts';

let fixture: AccountFixture;
beforeAll(async () => {
  fixture = await openAccountFixture();
});
afterAll(() => fixture.close());

const wrong = { status: 400, body: { errCode: 'OPS10004' } };

describe('R5.3 image code', () => {
  it('R5.3 comes as a PNG, or spoken as a WAV, and small enough for a reply', async () => {
    const browser = await fixture.browser();
    const picture = await browser.call('user.generateImageCode');
    const png = Buffer.from(String(picture.body.data.image).replace(/^data:image\/png;base64,/, ''), 'base64');
    expect(png.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n');
    expect(png.readUInt32BE(16)).toBe(240);
    expect(png.length).toBeLessThan(12_000);
    // Another program reads what we encode, check sums included.
    const { data, info } = await sharp(png, { failOn: 'warning' }).raw().toBuffer({ resolveWithObject: true });
    expect([info.width, info.height, info.channels]).toEqual([240, 80, 3]);
    expect(new Set(data).size).toBeGreaterThan(8);
    const sound = await browser.call('user.generateImageCode', { kind: 'audio' });
    const wav = Buffer.from(String(sound.body.data.image).replace(/^data:audio\/wav;base64,/, ''), 'base64');
    expect(wav.toString('latin1', 0, 4) + wav.toString('latin1', 8, 12)).toBe('RIFFWAVE');
    expect(wav.length).toBeLessThan(120_000);
  });

  it('R5.3 a right answer in upper or lower case becomes a ticket', async () => {
    const browser = await fixture.browser();
    const { body } = await browser.call('user.generateImageCode');
    const reply = await browser.call('user.verifyImageCode', { imageId: body.data.imageId, code: ' aBcD' });
    expect(reply).toMatchObject({ status: 200, body: { data: { imageTicket: expect.any(String) } } });
  });

  it('R5.3 one try: after a wrong answer, and after a right one, the code is gone', async () => {
    const browser = await fixture.browser();
    for (const first of ['wxyz', 'abcd']) {
      const { body } = await browser.call('user.generateImageCode');
      const answer = (code: string) => browser.call('user.verifyImageCode', { imageId: body.data.imageId, code });
      await answer(first);
      expect(await answer('abcd')).toMatchObject(wrong);
    }
  });

  it('R5.3 of fifty right answers at once one gets a ticket', async () => {
    const browser = await fixture.browser();
    const { body } = await browser.call('user.generateImageCode');
    const answers = Array.from({ length: 50 }, () =>
      browser.call('user.verifyImageCode', { imageId: body.data.imageId, code: 'abcd' }),
    );
    const replies = await Promise.all(answers);
    expect(replies.filter((reply) => reply.status === 200)).toHaveLength(1);
  });

  it('R5.3 a blank answer, an unknown picture, and the right answer from another browser are wrong', async () => {
    const browser = await fixture.browser();
    const other = await fixture.browser();
    const picture = async () => (await browser.call('user.generateImageCode')).body.data.imageId;
    expect(await browser.call('user.verifyImageCode', { imageId: await picture(), code: '   ' })).toMatchObject(wrong);
    expect(await browser.call('user.verifyImageCode', { imageId: 'nothing', code: 'abcd' })).toMatchObject(wrong);
    expect(await other.call('user.verifyImageCode', { imageId: await picture(), code: 'abcd' })).toMatchObject(wrong);
  });

  it('R5.3 lives two minutes', async () => {
    const browser = await fixture.browser();
    const { body } = await browser.call('user.generateImageCode');
    await fixture.app.clock.advance({ seconds: 121 });
    const late = await browser.call('user.verifyImageCode', { imageId: body.data.imageId, code: 'abcd' });
    expect(late).toMatchObject(wrong);
  });

  it('R5.3 a ticket serves once, within two minutes, in its own browser', async () => {
    const browser = await fixture.browser();
    const other = await fixture.browser();
    const send = (from: typeof browser, imageTicket: string, mobile: string) =>
      from.call('portal.sendSmsCode', { mobile, scene: 'register', imageTicket });
    const ticket = await browser.imageTicket();
    expect(await send(other, ticket, '13600000001')).toMatchObject(wrong);
    expect(await send(browser, ticket, '13600000001')).toMatchObject({ status: 200 });
    expect(await send(browser, ticket, '13600000002')).toMatchObject(wrong);
    const old = await browser.imageTicket();
    await fixture.app.clock.advance({ seconds: 121 });
    expect(await send(browser, old, '13600000003')).toMatchObject(wrong);
  });

  it('R5.3 an address that asks for more than sixty a minute has to wait', async () => {
    const small = await openAccountFixture({ limits: { imageCodesPerAddressPerMinute: 60 } });
    onTestFinished(() => small.close());
    const browser = await small.browser({ address: '10.9.9.9' });
    const ask = () => browser.call('user.generateImageCode');
    const replies = await Promise.all(Array.from({ length: 41 }, ask));
    replies.push(...(await Promise.all(Array.from({ length: 21 }, ask))));
    expect(replies.filter((reply) => reply.status === 200)).toHaveLength(60);
    expect(replies.filter((reply) => reply.body.errCode === 'RHSY429')).toHaveLength(2);
  });
});
