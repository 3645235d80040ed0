import { expect } from 'vitest';
import { readWorkbook } from '../../../apps/server/src/kernel/testing/read-workbook.ts';
import type { WireData } from '../../driver/visitor.ts';
import { until } from '../rows.ts';
import { jobsEnded, type MoneyServer } from './money-server.ts';
import { answered, CallBook, type People, readAs, type Who } from './people.ts';
import type { Rounds } from './round.ts';
import type { LaidStage } from './stage.ts';

const kinds = [
  { who: 'owner', format: 'xlsx' },
  { who: 'finance', format: 'csv' },
  { who: 'owner', format: 'csv' },
] as const satisfies readonly { who: Who; format: string }[];

/** Asks for all of them, and waits until they have ended. */
const exportAll = async (book: CallBook, people: People, { stageId }: LaidStage): Promise<void> => {
  const ask = async ({ who, format }: (typeof kinds)[number]) => {
    const reply = await book.make(people, who, 'export.create', { kind: 'loanConsult', format, filter: { stageId } });
    const exportId = reply.body.data?.['exportId'];
    const status = async () => String((await readAs(people[who], 'export.get', { exportId }))['status']);
    await until(status, (found) => found === 'done' || found === 'failed');
  };
  await Promise.all(kinds.map(ask));
};

const about = /^(?:行数|"行数"),"?([\d,]+)"?/m;

/** The rows of a file, and the number of rows that it states. */
const readRows = (format: string, bytes: Buffer): { readonly loans: readonly string[]; readonly stated: string } => {
  if (format === 'csv') {
    const text = bytes.toString();
    const loans = text.split('\r\n').filter((line) => line.startsWith('K-'));
    return { loans: loans.map((line) => line.split(',')[0] ?? ''), stated: about.exec(text)?.[1] ?? '' };
  }
  const sheets = readWorkbook(bytes);
  const [first, last] = [sheets[0]?.rows ?? [], sheets.at(-1)?.rows ?? []];
  return {
    loans: first.flatMap(({ A }) => (A?.text.startsWith('K-') === true ? [A.text] : [])),
    stated: last.find(({ A }) => A?.text === '行数')?.['B']?.text ?? '',
  };
};

/** The merchant's lines of a laid stage are exported as a workbook and as tables at once. */
export const exportRounds =
  (stage: LaidStage): Rounds =>
  async (on) => {
    const book = new CallBook();
    const mark = (await on.db.rows('select now() as now'))[0]?.['now'];
    const exportsOf = `
      select j.job_id, j.status, e.format, e.row_count::int as row_count, j.result_key is not null as has_file, coalesce(j.failure, '') as failure
        from export e join sent_job j on j.job_id = e.export_id where e.asked_at >= $1 order by j.job_id`;
    const expectAtomic = async ({ db }: MoneyServer): Promise<readonly WireData[]> => {
      const made = await db.rows(exportsOf, [mark]);
      for (const one of made) {
        const isDone = one['status'] === 'done';
        expect(one).toMatchObject({ has_file: isDone, row_count: isDone ? stage.lines : null });
        expect(one['failure'] !== '', JSON.stringify(one)).toBe(one['status'] === 'failed');
      }
      const [announced] = await db.rows(
        "select count(*)::int as count from notice where place = 'exports' and created_at >= $1",
        [mark],
      );
      expect(announced?.['count']).toBe(made.filter(({ status }) => status === 'done').length);
      return made;
    };
    return {
      run: ({ people }) => exportAll(book, people, stage),
      async expectAtomic(now) {
        await expectAtomic(now);
      },
      async settle(now) {
        await jobsEnded(now);
        await book.repeat(now.people);
        await jobsEnded(now);
      },
      async check(now) {
        const made = await expectAtomic(now);
        const asked = book.calls.map(({ reply }) => String(reply?.body.data?.['exportId']));
        expect(made.map(({ job_id: id }) => id)).toEqual(asked.toSorted());
        const { items } = await readAs(now.people.owner, 'export.page', { pageSize: 100 });
        const listed = new Map((items as WireData[]).map((item) => [item['exportId'], item]));
        for (const { job_id: exportId, status, format, failure } of made) {
          expect(['done', 'failed']).toContain(status);
          expect(listed.get(exportId)).toMatchObject({ status, format, failure });
          if (status !== 'done') continue;
          const file = await answered(() => now.people.owner.download('export.download', { exportId }));
          expect(file.status).toBe(200);
          expect(listed.get(exportId)).toMatchObject({ rows: stage.lines, bytes: file.bytes.length });
          const { loans, stated } = readRows(String(format), file.bytes);
          expect([loans.length, new Set(loans).size]).toEqual([stage.lines, stage.lines]);
          expect(stated).toBe(stage.lines.toLocaleString('en-US'));
        }
      },
    };
  };
