import { join } from 'node:path';
import pg from 'pg';
import { databaseUrl, type ServerProcess, startServer } from '../../driver/server-process.ts';
import { Visitor, type WireData } from '../../driver/visitor.ts';
import { count, type Figure, fixed, judged, noted, type Part } from '../figures.ts';
import { median, quantile } from '../statistics.ts';

const part = 'orders';
/** The number of orders in a database, and how many belong to the measured tenant. */
const small = { all: 5_000, own: 500 };
const large = { all: 5_000_000, own: 100_000 };
const goals = { ratio: 1.2, totalMs: 20 };
const rounds = 20;
const callsARound = 100;
const demoMerchant = { mobile: '13800000001', pwd: 'Demo-Merchant-1' };

/** A server with orders, and a merchant who reads their own. */
interface Contestant {
  readonly server: ServerProcess;
  readonly merchant: Visitor;
}

const statuses = ['pendingReview', 'active', 'active', 'active', 'expired', 'expired', 'cancelled', 'refunded'];
const otherTenants = 4_900;

/**
 * Fills the table with these orders alone: the tenant's orders are spread over the same two years as the others. Foreign keys are not checked, and the indexes
 * are created once at the end, as after a restore.
 */
const fill = async (url: string, tenantId: string, size: typeof small): Promise<void> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query("set session_replication_role = replica; set maintenance_work_mem = '512MB'");
    const indexes = await client.query<{ indexname: string; indexdef: string }>(
      `select indexname, indexdef from pg_indexes where tablename = 'order' and indexname <> 'order_pkey'`,
    );
    for (const { indexname } of indexes.rows) await client.query(`drop index ${indexname}`);
    // Those of the demonstration would make the tenant's own too many for an exact total.
    await client.query('delete from "order"');
    await client.query(
      `insert into "order" (tenant_id, order_no, user_id, pid, product_name, sku_id, sku_name, unit, billing, quantity, term_months,
         options, choice, items, total_fen, consent_ids, status, pay_by, active_from, expires_at, created_at)
       select case when n % $2 = 0 then $1 else 'tenant-' || (n % ${otherTenants}) end,
         'DD' || to_char(date '2024-11-20' + (n * 730 / $3)::int, 'YYYYMMDD') || '-' || lpad((n % 100000000)::text, 8, '0'),
         'nobody', 'product-' || (n % 15), '员工弹性福利', 'standard', '标准版', '人', 'prepaid', 10, 12,
         '{"card": "digital"}', '[]', '[]', 12000, '{}', ($4::text[])[1 + (n / $2) % 8],
         null, app_now(), null, timestamptz '2024-11-20' + n * (interval '730 days' / $3::float8)
       from generate_series(1, $3::bigint) n`,
      [tenantId, size.all / size.own, size.all, statuses],
    );
    for (const { indexdef } of indexes.rows) await client.query(indexdef);
    await client.query('vacuum (analyze) "order"');
  } finally {
    await client.end();
  }
};

const open = async (dataDir: string, size: typeof small): Promise<Contestant> => {
  const server = await startServer({ dataDir });
  const merchant = await new Visitor(server.url).start();
  const login = await merchant.call('portal.login', demoMerchant);
  if (login.status !== 200) throw new Error(`no login: ${login.status} ${login.body.errCode ?? ''}`);
  const tenant = await merchant.call('tenant.get');
  await fill(databaseUrl(dataDir), String(tenant.body.data?.['tenantId']), size);
  return { server, merchant };
};

/** Fetches one page; returns its duration. @unit ms */
const ask = async ({ merchant }: Contestant, payload: WireData): Promise<number> => {
  const startedMs = performance.now();
  const { status, body } = await merchant.call('order.page', payload);
  const tookMs = performance.now() - startedMs;
  const items = body.data?.['items'];
  if (status !== 200 || !Array.isArray(items) || items.length !== 20)
    throw new Error(`a page gave ${status} ${body.errCode ?? ''}`);
  return tookMs;
};

/** Fetches pages from both in turn, so that a busy moment affects both; the first round warms up compilers and caches. */
const compare = async (
  contestants: readonly Contestant[],
  payloadOf: (call: number) => WireData,
): Promise<number[][]> => {
  const times = contestants.map((): number[] => []);
  for (let round = 0; round <= rounds; round += 1) {
    for (let call = 0; call < callsARound; call += 1) {
      for (const [at, contestant] of contestants.entries()) {
        const tookMs = await ask(contestant, payloadOf(call));
        if (round > 0) times[at]?.push(tookMs);
      }
    }
  }
  return times;
};

const summaryOf = (times: readonly number[]): string =>
  `p50 ${fixed(median(times))} ms, p95 ${fixed(quantile(times, 0.95))} ms`;

const figuresOf = async (few: Contestant, many: Contestant): Promise<Figure[]> => {
  const [small5 = [], large5 = []] = await compare([few, many], (call) => ({ page: 2 + (call % 20), pageSize: 20 }));
  const [, total = []] = await compare([few, many], () => ({ page: 1, pageSize: 20 }));
  const ratio = quantile(large5, 0.95) / quantile(small5, 0.95);
  const [{ totalIsExact, total: length } = {} as WireData] = [
    (await many.merchant.call('order.page', { page: 1, pageSize: 20 })).body.data,
  ];
  if (length !== large.own || totalIsExact !== true) throw new Error(`the length was given as ${String(length)}`);
  return [
    noted(part, `page of 20 without its total, ${count(small.all)} orders`, summaryOf(small5)),
    noted(part, `the same, ${count(large.all)} orders, ${count(large.own)} of this tenant`, summaryOf(large5)),
    judged(part, 'p95 of a page among the many against the few', {
      value: `${fixed(ratio)}×`,
      goal: `≤ ${goals.ratio}×`,
      isMet: ratio <= goals.ratio,
    }),
    judged(part, `first page with its exact total of ${count(large.own)}, whole call, p50`, {
      value: `${fixed(median(total), 1)} ms`,
      goal: `≤ ${goals.totalMs} ms`,
      isMet: median(total) <= goals.totalMs,
    }),
    noted(part, 'the same, p95', `${fixed(quantile(total, 0.95), 1)} ms`),
  ];
};

/** The order list of a merchant among few orders and among many, through the whole dispatch (R10.2). */
export const ordersPart: Part = {
  name: part,
  async run({ folder, say }) {
    const contestants: Contestant[] = [];
    try {
      for (const [name, size] of Object.entries({ few: small, many: large })) {
        say(`${count(size.all)} orders`);
        contestants.push(await open(join(folder, `orders-${name}`), size));
      }
      const [few, many] = contestants;
      if (few === undefined || many === undefined) throw new Error('two servers were started');
      say('pages');
      return await figuresOf(few, many);
    } finally {
      for (const { server, merchant } of contestants) {
        merchant.close();
        await server.stop();
      }
    }
  },
};
