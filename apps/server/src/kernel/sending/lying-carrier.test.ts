import { maskMobile } from '@ronghui/domain/identity/mobile';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { forgeReports, sendReports } from '../../../../../tools/carrier/reports.ts';
import { openSending, prices, type Sending } from './sending.fixture.ts';

/** At most 9,900: masked, the mobiles still differ. */
const codes = Number(process.env['CARRIER_CODES'] ?? 1200);
const aSecond = 100;
const seed = Number(process.env['CARRIER_SEED'] ?? 20_261_129);

let sending: Sending;
const enqueuedAt = new Map<string, number>();
beforeAll(async () => {
  const faults = { refuse: 0.025, cut: 0.025, lose: 0.02, delay: 0.05, delayMs: 20 };
  // An answer is lost when its connection ends; one that is late on a busy machine is not.
  sending = await openSending({ seed, faults, app: { answerWithinMs: 30_000 } });
  for (let sent = 0; sent < codes; sent += aSecond) {
    for (let count = 0; count < aSecond; count += 1) enqueuedAt.set(await sending.enqueue(), sending.second());
    await sending.pass(1);
  }
  await sending.pass(140);
}, 900_000);
afterAll(() => sending.close());

/** The simulated seconds at which a mobile got its code. */
const arrivals = (): ReadonlyMap<string, readonly number[]> => {
  const at = new Map<string, number[]>();
  for (const [place, { mobile }] of sending.carrier.accepted.entries())
    at.set(mobile, [...(at.get(mobile) ?? []), sending.arrivals()[place] ?? Infinity]);
  return at;
};

/** The mobiles, masked, of codes to which a provider gave no answer. */
const unanswered = async (): Promise<ReadonlySet<unknown>> => {
  const rows = await sending.app.rows(
    `select distinct mobile_masked from sms_delivery where state in ('unknown', 'absent') or reason like '%没有答复%'`,
  );
  return new Set(rows.map((row) => row['mobile_masked']));
};

describe('running 2.6 against a carrier that lies', () => {
  it(`running 2.3 at least 99.9 % of the codes whose answer was not lost arrive within 10 seconds (seed ${seed})`, async () => {
    const lost = await unanswered();
    const at = arrivals();
    const answered = [...enqueuedAt].filter(([mobile]) => !lost.has(maskMobile(mobile)));
    const late = answered.filter(([mobile, since]) => !((at.get(mobile)?.[0] ?? Infinity) - since <= 10));
    expect(answered.length).toBeGreaterThan(codes * 0.93);
    expect(late.length).toBeLessThanOrEqual(answered.length * 0.001);
  });

  it('running 2.3 at most 0.1 % of the codes are doubled by us', () => {
    const doubled = [...arrivals().values()].filter((each) => each.length > 1);
    expect(doubled.length).toBeLessThanOrEqual(codes * 0.001);
  });

  it('running 2.3 what was cut before it was accepted arrives through another provider, after 60 seconds', async () => {
    const at = arrivals();
    const missing = [...enqueuedAt.keys()].filter((mobile) => !at.has(mobile));
    expect(missing).toEqual([]);
    expect(await sending.waiting()).toEqual([]);
  });

  it('running 2.5 the cost is the carrier’s own, to the fen', async () => {
    const [{ cost = 0 } = {}] = await sending.app.rows(
      `select sum(price_centifen) filter (where state in ('accepted', 'delivered', 'failed'))::int as cost from sms_delivery`,
    );
    const billed = sending.carrier.accepted.reduce((sum, { form }) => sum + prices[form], 0);
    expect(cost).toBe(billed);
  });

  it('running 2.4 reports that come twice or out of order change a delivery once, forged ones nothing', async () => {
    const url = await sending.app.app.http.listen({ host: '127.0.0.1', port: 0 });
    const urlOf = (form: 'aliyun' | 'tencent' | 'http') => `${url}${sending.reportPath(form)}`;
    const some = sending.carrier.accepted.filter(({ form }) => form === 'aliyun').slice(0, 300);
    const statuses = await sendReports(urlOf, some.toReversed(), { seed, double: 0.02 });
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(statuses.length).toBeGreaterThan(300);
    const states = () =>
      sending.app.rows('select provider, state, count(*)::int from sms_delivery group by 1, 2 order by 1, 2');
    const before = await states();
    expect(await forgeReports(urlOf('aliyun'), 'aliyun', ['one', 'two'])).toEqual([200, 404, 400, 400, 413]);
    expect(await states()).toEqual(before);
    const [{ delivered = 0 } = {}] = await sending.app.rows(
      `select count(*)::int as delivered from sms_delivery where state = 'delivered'`,
    );
    expect(delivered).toBe(300);
  });
});
