import { ledgerOf, ReconFixture } from '#features/recon/recon.fixture';
import type { Merchant } from '#features/tenant/tenant.fixture';
import type { TestApp } from '#kernel/testing/test-app';

type Payload = Readonly<Record<string, unknown>>;
type Maker = (owner: Merchant) => Promise<string>;

/** How a ledger is read whose head is recognised. */
export const ledgerColumns: Payload = {
  columns: ['reference', 'occurredOn', 'amount', 'counterparty'].map((field, column) => ({ field, column })),
  sign: 'asIs',
  dayOrder: 'ymd',
  unit: 'yuan',
};

/** A run of a merchant in which the first row differs in its amount, the second is in the ledger alone, and one line is left. */
export const makeRun = async (app: TestApp, owner: Merchant) => {
  const recon = new ReconFixture(app, owner);
  const { stageId, billNo, references } = await recon.bill({ fees: [10_000, 20_000] });
  const [reference = ''] = references;
  const file = ledgerOf([
    [reference, 11_000],
    ['X-1', 5_000],
  ]);
  const { runId } = await recon.run(file, stageId);
  const items = await recon.rows(runId);
  const itemNoOf = (kind: string): number => items.find((item) => item.kind === kind).itemNo;
  return {
    recon,
    runId,
    stageId,
    billNo,
    differing: itemNoOf('amountMismatch'),
    added: itemNoOf('onlyInLedger'),
    missing: itemNoOf('onlyInBill'),
  };
};

/** What explains the row that differs. */
const ruleTerms: Payload = { kind: 'amount', value: -1_000 };

/** A run of which the row that differs was accepted, so that it can become a rule. */
const makeRuleRun = async (app: TestApp, owner: Merchant) => {
  const made = await makeRun(app, owner);
  await made.recon.step('accept', made.runId, { itemNos: [made.differing], isAccepted: true });
  return made;
};

/** Every kind of row that reconciling makes. */
export const addReconRows = async (app: TestApp, owner: Merchant): Promise<void> => {
  const { recon, runId, differing, added, missing } = await makeRun(app, owner);
  await recon.step('accept', runId, { itemNos: [differing], isAccepted: true });
  await recon.write('recon.keepRule', { runId, itemNo: differing, ...ruleTerms });
  await recon.step('match', runId, { itemNos: [differing, added, missing] });
  await recon.write('recon.saveMapping', { name: '来源', mapping: ledgerColumns });
  await recon.write('recon.saveSettings', { amountTolerance: 0, amountRate: 0, dayTolerance: 3, version: 0 });
  // As when rows of the run are sent as the feedback that the tenant has.
  await app.rows(
    'insert into recon_claim (tenant_id, feedback_no, run_id) select tenant_id, feedback_no, $2 from feedback where tenant_id = $1 limit 1',
    [owner.tenantId, runId],
  );
};

/** The same for rules, which are made from runs of their own; each tenant has one. */
const ruleIds = (app: () => TestApp) => {
  const runs = new Map<string, ReturnType<typeof makeRun>>();
  const runOf = (owner: Merchant) => {
    const known = runs.get(owner.tenantId) ?? makeRuleRun(app(), owner);
    runs.set(owner.tenantId, known);
    return known;
  };
  let kept = 0;
  const run: Maker = async (owner) => (await runOf(owner)).runId;
  const itemOf = async (caller: Merchant): Promise<Payload> => ({ itemNo: (await runOf(caller)).differing });
  const termsOf = async (caller: Merchant): Promise<Payload> => ({ ...(await itemOf(caller)), ...ruleTerms });
  const makers: Readonly<Record<string, Maker>> = {
    'recon.proposeRule runId': run,
    'recon.tryRule runId': run,
    'recon.keepRule runId': run,
    'recon.takeBackRule ruleId': async (owner) => {
      const { recon, runId, differing } = await makeRuleRun(app(), owner);
      // Another share each time: the same rule is in force once.
      kept += 1;
      const terms = { runId, itemNo: differing, kind: 'rate', value: -100_000 + kept };
      return (await recon.write('recon.keepRule', terms)).body.data.ruleId;
    },
  };
  return { makers, rest: { 'recon.proposeRule': itemOf, 'recon.tryRule': termsOf, 'recon.keepRule': termsOf } };
};

/** How a merchant comes by the ids of reconciliation, and what their calls need besides; each tenant has one run. */
export const reconIds = (app: () => TestApp) => {
  const runs = new Map<string, ReturnType<typeof makeRun>>();
  const runOf = (owner: Merchant) => {
    const known = runs.get(owner.tenantId) ?? makeRun(app(), owner);
    runs.set(owner.tenantId, known);
    return known;
  };
  const run: Maker = async (owner) => (await runOf(owner)).runId;
  const rules = ruleIds(app);
  const started =
    (file: string): Maker =>
    async (owner) => {
      const { recon, stageId } = await runOf(owner);
      return (await recon.start(file, stageId)).runId;
    };
  const unread: Maker = async (owner) => {
    const runId = await started('业务编号,日期,金额,对方\nX-1,none,1,a')(owner);
    await app().app.sentJobs.drain();
    return runId;
  };
  const makers: Readonly<Record<string, Maker>> = {
    runId: run,
    ledgerId: async (owner) => {
      const recon = new ReconFixture(app(), owner);
      await recon.bill();
      return (await recon.ledger(ledgerOf([['X-1', 5_000]]))).ledgerId;
    },
    'recon.start stageId': async (owner) => (await runOf(owner)).stageId,
    'recon.page stageId': async (owner) => (await runOf(owner)).stageId,
    'recon.cancel runId': started(ledgerOf([['X-9', 1]])),
    'recon.report runId': unread,
    'recon.undo runId': async (owner) => {
      const { recon, runId, added } = await runOf(owner);
      await recon.step('note', runId, { itemNos: [added], note: '核对' });
      return runId;
    },
    // Another run: a closed one takes no more steps.
    'recon.statement runId': async (owner) => {
      const { recon, runId } = await makeRun(app(), owner);
      await recon.step('close', runId);
      return runId;
    },
    ...rules.makers,
    'recon.claims billNo': async (owner) => (await runOf(owner)).billNo,
    'recon.toFeedback billNo': async (owner) => (await runOf(owner)).billNo,
    'recon.toFeedback claims.0.billNo': async (owner) => (await runOf(owner)).billNo,
    'export.create filter.runId': run,
  };

  type Run = Awaited<ReturnType<typeof makeRun>>;
  const read =
    (of: (run: Run) => Payload | Promise<Payload>) =>
    async (caller: Merchant): Promise<Payload> =>
      of(await runOf(caller));
  /** With the version that the run has. */
  const chosen = (of: (run: Run) => Payload | Promise<Payload>) =>
    read(async (run) => ({ version: (await run.recon.get(run.runId)).version, ...(await of(run)) }));
  const rest: Readonly<Record<string, (caller: Merchant) => Promise<Payload> | Payload>> = {
    'recon.start': () => ({ side: 'fee', direction: 'payable', mapping: ledgerColumns }),
    'recon.preview': () => ({ mapping: ledgerColumns }),
    ...rules.rest,
    'recon.suggest': read(({ added }) => ({ itemNo: added })),
    'recon.match': chosen(({ added, missing }) => ({ itemNos: [added, missing] })),
    'recon.unmatch': chosen(({ differing }) => ({ itemNos: [differing] })),
    'recon.accept': chosen(({ differing }) => ({ itemNos: [differing], isAccepted: true })),
    'recon.note': chosen(({ differing }) => ({ itemNos: [differing], note: '核对' })),
    'recon.close': chosen(() => ({})),
    'recon.undo': chosen(async ({ recon, runId, added }) => {
      const { version } = await recon.step('note', runId, { itemNos: [added], note: '前一步' });
      // Its own maker takes one more step.
      return { version: version + 1 };
    }),
    'recon.claims': read(({ added, billNo }) => ({ itemNos: [added], billNo })),
    'recon.toFeedback': chosen(async ({ recon, runId, added, billNo }) => {
      const { claims } = (await recon.call('recon.claims', { runId, itemNos: [added], billNo })).body.data;
      const [{ claimedAmount }] = claims;
      return { itemNos: [added], billNo, claims: [{ billNo, claimedAmount }], reason: '少计一笔' };
    }),
  };
  return { makers, rest };
};
