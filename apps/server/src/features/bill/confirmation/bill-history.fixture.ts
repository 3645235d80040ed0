import { type BillHistoryKind, type BillHistoryRow, historyFault } from '@ronghui/domain/bill';
import { fen } from '@ronghui/domain/money';

/** A database, from inside a test's application or beside a server. */
interface Rows {
  rows(sql: string, values?: unknown[]): Promise<Record<string, unknown>[]>;
}
interface Numbered {
  readonly billNo: string;
}
type Step = Readonly<Record<string, unknown>>;

/** The steps of a bill, in their order. */
export const stepsOf = (app: Rows, { billNo }: Numbered) =>
  app.rows(
    `select s.kind, s.at, s.actor, s.by_id, s.by_name, s.address, s.amount_fen, s.confirm_by, s.waits, s.reason, s.feedback_no, s.payment_fen, s.reverses_step, s.written_off_fen
      from bill_step s join bill b using (tenant_id, bill_id) where b.bill_no = $1 order by s.step_no`,
    [billNo],
  );

export const kindsOf = async (app: Rows, bill: Numbered): Promise<string[]> =>
  (await stepsOf(app, bill)).map(({ kind }) => String(kind));

const rowOf = (step: Step): BillHistoryRow => ({
  // The check constraints allow the domain's words only.
  kind: step['kind'] as BillHistoryKind,
  at: step['at'] as Date,
  by: step['actor'] === 'clock' ? null : String(step['by_id']),
  amount: fen(Number(step['amount_fen'])),
  confirmBy: step['confirm_by'] as Date,
  waits: step['waits'] === true,
  ...(typeof step['feedback_no'] === 'string' ? { feedbackNo: step['feedback_no'] } : {}),
  ...(step['payment_fen'] === null ? {} : { payment: fen(Number(step['payment_fen'])) }),
  ...(typeof step['reverses_step'] === 'number' ? { reverses: step['reverses_step'] } : {}),
  ...(step['written_off_fen'] === null ? {} : { writtenOff: fen(Number(step['written_off_fen'])) }),
});

/** The event of the trail that a step has; those of a feedback have theirs under its number. */
const eventNames: Readonly<Partial<Record<BillHistoryKind, string>>> = {
  confirmed: 'bill.batchConfirm',
  approved: 'bill.approve',
  sentBack: 'bill.rejectApproval',
  autoConfirmed: 'job.bill.autoConfirmed',
  autoApproved: 'job.bill.autoApproved',
  paid: 'ops.bill.settle',
  settled: 'ops.bill.settle',
  paymentReversed: 'ops.bill.reversePayment',
  writtenOff: 'ops.bill.writeOff',
  writeOffUndone: 'ops.bill.undoWriteOff',
};

/** A payment that was applied of money that is there has this event, and stands for one that was typed. */
const applied = 'ops.receipt.apply';
/** And by the report of a payment channel. */
const reported = 'job.intent.apply';

/** Who reads of a step: those who may confirm and approve, these but for the person who took it, or every member. */
const noticeNames: Readonly<
  Partial<Record<BillHistoryKind, readonly [title: string, to: 'readers' | 'others' | 'all']>>
> = {
  confirmed: ['账单待复核', 'others'],
  sentBack: ['账单被退回', 'others'],
  autoConfirmed: ['账单已自动确认', 'readers'],
  autoApproved: ['账单复核视同通过', 'readers'],
  settled: ['账单已结清', 'all'],
  paymentReversed: ['付款已撤销', 'all'],
  writtenOff: ['账单已结清', 'all'],
  writeOffUndone: ['核销已撤销', 'all'],
};

const tally = (pairs: Iterable<readonly [string, number]>): Readonly<Record<string, number>> => {
  const counts = new Map<string, number>();
  for (const [word, count] of pairs) counts.set(word, (counts.get(word) ?? 0) + count);
  return Object.fromEntries(
    [...counts].filter(([, count]) => count > 0).toSorted(([one], [other]) => (one < other ? -1 : 1)),
  );
};
const tallied = (rows: readonly Step[]) => tally(rows.map(({ word, count }) => [String(word), Number(count)] as const));

/** What is wrong with a bill after a race: its history, or an effect without its one audit event or its one notice to each reader; nothing where all is right. */
export const faultsOf = async (app: Rows, bill: Numbered): Promise<string[]> => {
  const steps = await stepsOf(app, bill);
  const fault = historyFault(steps.map(rowOf));
  const kinds = steps.map((step) => step['kind'] as BillHistoryKind);
  const events = tallied(
    await app.rows(
      `select case event when '${applied}' then 'ops.bill.settle' when '${reported}' then 'ops.bill.settle' when 'ops.bill.decideWriteOff' then 'ops.bill.writeOff' else event end as word,
          count(*)::int as count
        from audit_event where object = $1 and event = any($2)
          and (event not in ('ops.bill.writeOff', 'ops.bill.decideWriteOff') or after ->> 'writtenOffAmount' is not null) group by 1`,
      [bill.billNo, [applied, reported, 'ops.bill.decideWriteOff', ...Object.values(eventNames)]],
    ),
  );
  const notices = tallied(
    await app.rows(
      "select title as word, count(*)::int as count from notice where place = 'bill' and place_id = $1 and title = any($2) group by 1",
      [bill.billNo, Object.values(noticeNames).map(([title]) => title)],
    ),
  );
  const [people] = await app.rows(
    `select count(*)::int as all, count(*) filter (where m.role in ('owner', 'finance'))::int as readers
      from member m join bill b using (tenant_id) where b.bill_no = $1`,
    [bill.billNo],
  );
  const readers = Number(people?.['readers']);
  const countOf = { readers, others: readers - 1, all: Number(people?.['all']) } as const;
  const wantedEvents = tally(kinds.flatMap((kind) => (eventNames[kind] === undefined ? [] : [[eventNames[kind], 1]])));
  const wantedNotices = tally(
    steps.flatMap((step) => {
      const [title, to] = noticeNames[step['kind'] as BillHistoryKind] ?? [];
      if (title === undefined || to === undefined || (step['kind'] === 'confirmed' && step['waits'] !== true))
        return [];
      return [[title, countOf[to]] as const];
    }),
  );
  const differ = (what: string, found: object, wanted: object) =>
    JSON.stringify(found) === JSON.stringify(wanted)
      ? []
      : [`${what} ${JSON.stringify(found)} where ${JSON.stringify(wanted)} are right`];
  return [
    ...(fault === null ? [] : [`history: ${fault.why} in ${fault.row}`]),
    ...differ('events', events, wantedEvents),
    ...differ('notices', notices, wantedNotices),
  ];
};
