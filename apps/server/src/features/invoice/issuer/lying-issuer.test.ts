import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { newKey } from '#features/order/order.fixture';
import { enterStaff } from '#features/staff/staff.fixture';
import { type Merchant, makeMerchant } from '#features/tenant/tenant.fixture';
import { partsToRun } from '#kernel/testing/random-parts';
import { type TestApp, testApp } from '#kernel/testing/test-app';
import { createLyingIssuer } from '../../../../../../tools/issuer/issuer.ts';
import { readyTenant } from '../invoice.fixture.ts';
import { invoiceJobs } from '../invoice.jobs.ts';

/** 2,000 invoices in eighty parts; the first eight of them in every run. */
const parts = partsToRun(
  Array.from({ length: 80 }, (_, at) => at + 1),
  8,
);
const each = 25;
const amount = 10_600;

let app: TestApp;
let owner: Merchant;
beforeAll(async () => {
  app = await testApp();
  owner = await makeMerchant(app);
  await readyTenant(app, owner);
});
afterAll(async () => {
  vi.restoreAllMocks();
  await app.close();
});

/** Applications of a part, each for a settled bill of its own. */
const applyForAll = async (part: number): Promise<readonly string[]> => {
  const rows = await app.rows(
    `with new as (
        insert into invoice (tenant_id, invoice_no, type, title_name, item_count, amount_fen, tax_fen, tax_millionths, user_id)
          select $1, 'FP-' || $2 || '-' || lpad(n::text, 4, '0'), 'normal', '抬头', 1, $3, 600, 60000, m.user_id
          from generate_series(1, $4::int) n, (select user_id from member where tenant_id = $1 limit 1) m returning *),
      item as (
        insert into invoice_item (tenant_id, invoice_no, kind, item_no, name, amount_fen, tax_fen)
          select tenant_id, invoice_no, 'bill', 'ZD' || invoice_no, '服务费', amount_fen, tax_fen from new)
      select invoice_no from new order by 1`,
    [owner.tenantId, String(part), amount, each],
  );
  return rows.map(({ invoice_no }) => String(invoice_no));
};

type Status = Readonly<Record<string, number>>;
const statusesOf = async (part: number): Promise<Status> => {
  const rows = await app.rows(
    `select status, count(*)::int as count from invoice where invoice_no like 'FP-' || $1 || '-%' group by 1`,
    [String(part)],
  );
  return Object.fromEntries(rows.map(({ status, count }) => [String(status), Number(count)]));
};
const stored = async (part: number) =>
  app.rows(
    `select i.invoice_no, i.status, i.number, i.version::int as version, i.red_number, i.by_issuer, bool_and(t.is_covering) as is_covering,
        (select f.sha256 from invoice_file f where f.tenant_id = i.tenant_id and f.invoice_no = i.invoice_no and f.kind = 'xml' and not f.is_red) as xml
      from invoice i join invoice_item t using (tenant_id, invoice_no) where i.invoice_no like 'FP-' || $1 || '-%'
      group by i.tenant_id, i.invoice_no order by 1`,
    [String(part)],
  );

const runJob = async (minutes: number) => {
  await app.clock.advance({ minutes });
  const [job] = invoiceJobs;
  await job?.run({ database: app.database, ports: app.ports, log: app.ports.log });
};

let staff = 0;
/** Presses for all that have a status, each twice at once now and then, as impatient people do. */
const press = async (part: number, verb: 'issue' | 'reverse', from: string, more: object = {}) => {
  // Time has gone on: who was logged in before is logged out.
  staff += 1;
  const desk = await enterStaff(app, `lying-${staff}`, { roles: ['finance'] });
  const waiting = (await stored(part)).filter(({ status }) => status === from);
  for (let at = 0; at < waiting.length; at += 20) {
    const replies = await Promise.all(
      waiting
        .slice(at, at + 20)
        .flatMap(({ invoice_no: invoiceNo, version }, place) =>
          Array.from({ length: place % 7 === 0 ? 2 : 1 }, () =>
            desk.call(`ops.invoice.${verb}`, { invoiceNo, version, ...more, idempotencyKey: newKey() }),
          ),
        ),
    );
    expect(replies.filter(({ status }) => status !== 200 && status !== 409).map(({ text }) => text)).toEqual([]);
  }
};

const faults = { cut: 0.05, lose: 0.1, slow: 0.5, slowMs: 20 * 60_000, face: 0.1, buyerWaits: 0.5, buyerRefuses: 0.2 };

/** Connects a lying issuer in the place of the demonstration's. */
const connect = (seed: number, quota: number) => {
  const lying = createLyingIssuer({ seed, quota, faults, now: () => app.clock.now() });
  const { invoiceIssuer } = app.ports;
  if (invoiceIssuer === null) throw new Error('the demonstration has an issuer');
  vi.spyOn(invoiceIssuer, 'request').mockImplementation(lying.issuer.request);
  vi.spyOn(invoiceIssuer, 'state').mockImplementation(lying.issuer.state);
  vi.spyOn(invoiceIssuer, 'askReversal').mockImplementation(lying.issuer.askReversal);
  return lying;
};

describe('R15.4 an issuer that is slow, lies and loses its answers', () => {
  it.each(parts)(
    'receipts 5.1 issues each of 25 invoices once, and reverses each once, part %i',
    async (part) => {
      const lying = connect(part, (each / 2) * amount);
      await applyForAll(part);
      await press(part, 'issue', 'applied');
      for (const minutes of [1, 5, 30]) await runJob(minutes);
      // Half of them are refused for want of quota, or wait for a face.
      expect(await statusesOf(part)).toMatchObject({ applied: expect.any(Number) });
      lying.grant(each * amount);
      lying.scanFace();
      for (let round = 0; (await statusesOf(part))['issued'] !== each; round += 1) {
        expect(round, JSON.stringify(await statusesOf(part))).toBeLessThan(20);
        await press(part, 'issue', 'applied');
        for (const minutes of [1, 10, 31]) await runJob(minutes);
      }
      const rows = await stored(part);
      const books = new Map(lying.issued.map(({ reference, invoice }) => [reference, invoice]));
      expect(lying.issued).toHaveLength(each);
      expect(books.size).toBe(each);
      for (const { invoice_no: invoiceNo, number, xml, by_issuer: byIssuer, is_covering: isCovering } of rows) {
        const booked = books.get(String(invoiceNo));
        const digest = booked && createHash('sha256').update(booked.xml).digest('hex');
        expect([number, xml, byIssuer, isCovering]).toEqual([booked?.number, digest, true, true]);
      }

      await press(part, 'reverse', 'issued', { reason: '商户要求换开', code: '01' });
      for (let round = 0; (await statusesOf(part))['reversing'] !== undefined; round += 1) {
        expect(round).toBeLessThan(40);
        // What waits for its buyer covers as before.
        for (const { status, is_covering: isCovering } of await stored(part))
          expect(isCovering).toBe(status !== 'reversed');
        await runJob(31);
      }
      const ended = await stored(part);
      const reversed = ended.filter(({ status }) => status === 'reversed');
      expect(reversed.length).toBeGreaterThan(each / 2);
      const reds = new Map(lying.reversed.map(({ number, redNumber }) => [number, redNumber]));
      expect(lying.reversed).toHaveLength(reversed.length);
      for (const { number, red_number: redNumber } of reversed) expect(reds.get(String(number))).toBe(redNumber);
    },
    240_000,
  );
});
