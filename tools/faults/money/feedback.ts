import { hash } from 'node:crypto';
import { expect } from 'vitest';
import { type BillHistoryRow, historyFault } from '../../../packages/domain/src/bill.ts';
import { fen } from '../../../packages/domain/src/money.ts';
import type { Rows } from '../rows.ts';
import { sampleFiles } from '../sample-files.ts';
import type { MoneyServer } from './money-server.ts';
import { answered, CallBook, type People, readAs, type Who } from './people.ts';
import type { Rounds } from './round.ts';
import { billsOf, type LaidStage, type PendingBill } from './stage.ts';

/** Bills that a round takes. */
export const billsToDispute = 18;

/** A file whose upload was acknowledged. */
interface KeptFile {
  readonly fileId: string;
  readonly name: string;
  readonly bytes: Buffer;
}

/** What a round has sent. */
class Thread {
  readonly book = new CallBook();
  readonly files: KeptFile[] = [];

  async upload(people: People, who: Who): Promise<string> {
    for (const [name, make] of Object.entries(sampleFiles)) {
      if (name.endsWith('.xlsx')) continue;
      const bytes = await make();
      const reply = await answered(() => people[who].upload('feedback.upload', name, bytes));
      if (reply.status !== 200) throw new Error(`no upload: ${reply.status} ${reply.body.errCode}`);
      this.files.push({ fileId: String(reply.body.data?.['fileId']), name, bytes });
    }
    return this.files.at(-1)?.fileId ?? '';
  }

  /** A write that must succeed. */
  async write(people: People, who: Who, operationId: string, payload: Readonly<Record<string, unknown>>) {
    const reply = await this.book.make(people, who, operationId, payload);
    if (reply.status !== 200) throw new Error(`${operationId}: ${reply.status} ${reply.body.errCode}`);
    return reply.body.data ?? {};
  }

  /** A claim with its files; a message with another; then it is withdrawn or answered, and every third answer is reopened. */
  async dispute(people: People, { who, bill, at }: { who: Who; bill: PendingBill; at: number }): Promise<void> {
    const fileIds = [await this.upload(people, who), await this.upload(people, who)];
    const claim = { billNo: bill.billNo, claimedAmount: bill.amount + 1 + at, reason: '少计了一笔退费', fileIds };
    const { feedbackNo } = await this.write(people, who, 'bill.varianceFeedback', claim);
    const message = { feedbackNo, content: '补充退费单', fileIds: [await this.upload(people, who)] };
    await this.write(people, who, 'feedback.add', message);
    if (at % 4 === 0) {
      await this.write(people, who, 'feedback.withdraw', { feedbackNo });
      return;
    }
    const { version } = await readAs(people.desk, 'ops.feedback.detail', { feedbackNo });
    const answer = at % 2 === 0 ? { action: 'reject' } : { action: 'adjust', newAmount: bill.amount + 7 };
    await this.write(people, 'desk', 'feedback.handle', { feedbackNo, reason: '经核对', version, ...answer });
    if (at % 3 !== 0) return;
    const again = { feedbackNo, content: '仍有异议', reopen: true, fileIds: [await this.upload(people, who)] };
    await this.write(people, who, 'feedback.add', again);
  }
}

const historyOf = async ({ rows }: Rows, billNo: string): Promise<readonly BillHistoryRow[]> =>
  (
    await rows(
      'select s.*, s.amount_fen::float8 as amount from bill_step s join bill b using (tenant_id, bill_id) where b.bill_no = $1 order by s.step_no',
      [billNo],
    )
  ).map((row) => ({
    kind: row['kind'] as BillHistoryRow['kind'],
    at: row['at'] as Date,
    by: row['actor'] === 'clock' ? null : String(row['by_id']),
    amount: fen(Number(row['amount'])),
    confirmBy: row['confirm_by'] as Date,
    ...(typeof row['feedback_no'] === 'string' ? { feedbackNo: row['feedback_no'] } : {}),
  }));

const countsOf = `
  select b.status, b.step_no, b.amount_fen::float8 as amount, b.adjusted_fen::float8 as adjusted, b.lines_fen + b.minimum_fen + b.cap_fen as issued,
    (select count(*)::int from feedback f where f.bill_no = b.bill_no) as cases,
    (select count(*)::int from feedback f where f.bill_no = b.bill_no and f.status in ('open', 'inProgress')) as open,
    (select coalesce(sum(f.message_no), 0)::int from feedback f where f.bill_no = b.bill_no) as numbered,
    (select count(*)::int from feedback_message m join feedback f using (tenant_id, feedback_no) where f.bill_no = b.bill_no) as messages,
    (select count(*)::int from feedback_message m join feedback f using (tenant_id, feedback_no)
      where f.bill_no = b.bill_no and m.kind = 'message') as words,
    (select count(*)::int from audit_event a join feedback f on f.feedback_no = a.object where f.bill_no = b.bill_no and a.result = 'ok') as events,
    (select count(*)::int from notice n join feedback f on f.feedback_no = n.place_id where f.bill_no = b.bill_no and n.place = 'feedback') as notices,
    (select count(*)::int from member m where m.tenant_id = b.tenant_id) as members
    from bill b where b.bill_no = $1`;

/** The history is legal, and each effect has its one step, message, event and notice. */
const expectLegal = async (db: Rows, billNo: string): Promise<void> => {
  const history = await historyOf(db, billNo);
  expect(historyFault(history), billNo).toBeNull();
  const numberOf = (...kinds: readonly string[]) => history.filter(({ kind }) => kinds.includes(kind)).length;
  const [found = {}] = await db.rows(countsOf, [billNo]);
  const effects = numberOf('disputed', 'reopened', 'withdrawn', 'adjusted', 'kept');
  const all = effects + Number(found['words']);
  expect(found, billNo).toMatchObject({
    step_no: history.length,
    amount: history.at(-1)?.amount,
    adjusted: Number(found['amount']) - Number(found['issued']),
    cases: numberOf('disputed'),
    open: found['status'] === 'disputed' ? 1 : 0,
    messages: all,
    numbered: all,
    events: all,
    notices: numberOf('adjusted', 'kept') * Number(found['members']),
  });
};

const namedFiles = `
  select m.feedback_no, id, f.storage_key from feedback_message m cross join unnest(m.file_ids) id
    left join file f on f.tenant_id = m.tenant_id and f.file_id = id`;

/** Every file that a message names is stored, and every acknowledged upload reads back. */
const expectFilesKept = async ({ people, db }: MoneyServer, files: readonly KeptFile[]): Promise<void> => {
  const named = await db.rows(namedFiles);
  for (const row of named) expect(row['storage_key'], JSON.stringify(row)).not.toBeNull();
  const cases = new Map(named.map((row) => [String(row['id']), String(row['feedback_no'])]));
  const stored = await db.rows('select file_id, sha256 from file where file_id = any($1)', [
    files.map(({ fileId }) => fileId),
  ]);
  expect(stored).toHaveLength(files.length);
  for (const { fileId, name, bytes } of files) {
    const feedbackNo = cases.get(fileId);
    if (feedbackNo === undefined) continue;
    const reply = await answered(() => people.owner.download('feedback.download', { feedbackNo, fileId }));
    expect(reply.status, name).toBe(200);
    expect(stored).toContainEqual({ file_id: fileId, sha256: hash('sha256', reply.bytes) });
    if (!name.endsWith('.png')) expect(reply.bytes.equals(bytes), name).toBe(true);
  }
};

/** Bills of a laid stage, from a place on, are disputed with files by two people at once, and answered by the desk. */
export const feedbackRounds =
  (stage: LaidStage, from: number): Rounds =>
  async (on, at) => {
    const start = from + at * billsToDispute;
    const bills = (await billsOf(on.db, stage)).slice(start, start + billsToDispute);
    expect(bills).toHaveLength(billsToDispute);
    const thread = new Thread();
    const expectAtomic = async ({ db }: MoneyServer): Promise<void> => {
      for (const { billNo } of bills) await expectLegal(db, billNo);
    };
    return {
      async run({ people }) {
        const half = bills.length / 2;
        const dispute = async (who: Who, own: readonly PendingBill[]) => {
          for (const [place, bill] of own.entries()) await thread.dispute(people, { who, bill, at: place });
        };
        await Promise.all([dispute('owner', bills.slice(0, half)), dispute('finance', bills.slice(half))]);
      },
      expectAtomic,
      settle: ({ people }) => thread.book.repeat(people),
      async check(now) {
        await expectAtomic(now);
        for (const { operationId, reply } of thread.book.calls) {
          expect(reply?.status, `${operationId} ${JSON.stringify(reply?.body)}`).toBe(200);
        }
        const numbers = thread.book.of('bill.varianceFeedback').map(({ reply }) => reply?.body.data?.['feedbackNo']);
        const stored = await now.db.rows('select feedback_no from feedback where bill_no = any($1)', [
          bills.map(({ billNo }) => billNo),
        ]);
        expect(new Set(stored.map((row) => row['feedback_no']))).toEqual(new Set(numbers));
        expect(stored).toHaveLength(numbers.length);
        await expectFilesKept(now, thread.files);
      },
    };
  };
