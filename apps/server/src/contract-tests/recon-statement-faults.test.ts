import { afterAll, beforeAll, describe, it } from 'vitest';
import { ledgerOf } from '#features/recon/recon.fixture';
import type { Merchant } from '#features/tenant/tenant.fixture';
import { newKey } from '#kernel/testing/new-key';
import { ledgerColumns, makeRun } from './recon-ids.fixture.ts';
import { openStatementFaults, type Scenario, type StatementFaults, type Try } from './statement-faults.fixture.ts';
import { openTwoTenants, type TwoTenants } from './two-tenants.fixture.ts';

let fixture: TwoTenants;
let faults: StatementFaults;
beforeAll(async () => {
  fixture = await openTwoTenants();
  faults = await openStatementFaults(fixture.app);
}, 60_000);
afterAll(async () => {
  await faults.close();
  await fixture.close();
});

type Run = Awaited<ReturnType<typeof makeRun>>;
const keyed = ({ browser }: Merchant, payload: Try['payload']): Try => ({
  browser,
  payload: { ...payload, idempotencyKey: newKey() },
});
/** Of another merchant each time: uploads and waiting runs are bounded. */
const runOfItsOwn = async (): Promise<Run> => makeRun(fixture.app, await fixture.merchant());
/** A call on a run of its own, by the version that it has. */
const onRun = (of: (run: Run) => Try['payload'] | Promise<Try['payload']>): Scenario => ({
  async prepare() {
    const run = await runOfItsOwn();
    const { version } = await run.recon.get(run.runId);
    return keyed(run.recon.owner, { runId: run.runId, version, ...(await of(run)) });
  },
});

const scenarios: Readonly<Record<string, Scenario>> = {
  'recon.start': {
    async prepare() {
      const { recon, stageId } = await runOfItsOwn();
      const { ledgerId } = await recon.ledger(ledgerOf([['X-1', 1]]));
      return keyed(recon.owner, { ledgerId, stageId, side: 'fee', direction: 'payable', mapping: ledgerColumns });
    },
  },
  'recon.match': onRun(({ added, missing }) => ({ itemNos: [added, missing] })),
  'recon.accept': onRun(({ differing }) => ({ itemNos: [differing], isAccepted: true })),
  'recon.toFeedback': onRun(async ({ recon, runId, added, billNo }) => {
    const { claims } = (await recon.call('recon.claims', { runId, itemNos: [added], billNo })).body.data;
    const [{ claimedAmount }] = claims;
    return { itemNos: [added], billNo, claims: [{ billNo, claimedAmount }], reason: '少计一笔' };
  }),
  'recon.close': onRun(() => ({})),
};

/** Those that touch the most tables; the others in the long run. */
const always: ReadonlySet<string> = new Set(['recon.start', 'recon.toFeedback']);
const isLong = process.env['RONGHUI_LONG'] === '1';

describe.each(Object.entries(scenarios).filter(([id]) => isLong || always.has(id)))(
  'R14.6 %s loses its database',
  (id, scenario) => {
    it('R14.6 any of its statements: all of it is written, or none', { timeout: 120_000 }, () =>
      faults.expectAllOrNone(id, scenario, 'after'),
    );
  },
);
