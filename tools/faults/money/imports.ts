import { expect } from 'vitest';
import type { WireData } from '../../driver/visitor.ts';
import { until } from '../rows.ts';
import { jobsEnded, type MoneyServer } from './money-server.ts';
import { CallBook, type People, readAs } from './people.ts';
import type { Rounds } from './round.ts';
import { layStage } from './stage.ts';

const lines = 40_000;

/** A file of lines as the desk brings it: for the parties of a laid stage. */
const fileOf = (party: WireData, at: number): Buffer => {
  const { tenant, project, org } = party;
  const rows = Array.from(
    { length: lines },
    (_, row) =>
      `${String(tenant)},${String(project)},fault-rate,${String(org)},I${at}-${row},2026-10-${10 + (row % 18)},${row + 1}.50`,
  );
  return Buffer.from(['商户,项目,产品,机构,业务编号,业务日期,金额', ...rows].join('\n'));
};

const mapping = ['tenant', 'project', 'product', 'org', 'loanNo', 'occurredOn', 'loanAmount'].map((field, column) => ({
  field,
  column,
}));

const partyOf = `
  select t.tenant_id as tenant, j.project_id as project, o.org_id as org
    from project j join tenant t using (tenant_id), org o where o.org_id like 'fault-o%' and j.project_id like 'fault-p%' order by 1, 2, 3 limit 1`;

/** A file of lines is imported into a stage of its own. */
export const importRounds: Rounds = async (on, at) => {
  const stage = await layStage(on, `断点导入 ${at}`, { tenants: 1, orgs: 1, projects: 1, linesOfBill: 1 });
  const { stageId } = stage;
  const [party = {}] = await on.db.rows(partyOf);
  const bytes = fileOf(party, at);
  const uploaded = await on.people.desk.upload('ops.lineImport.upload', `import-${at}.csv`, bytes, { stageId });
  const importId = uploaded.body.data?.['importId'];
  const book = new CallBook();
  const statusOf = async ({ desk }: People) =>
    String((await readAs(desk, 'ops.lineImport.get', { importId }))['status']);
  const startOn = (people: People, version: unknown) =>
    book.make(people, 'desk', 'ops.lineImport.start', { importId, version, mapping });
  const expectAtomic = async ({ db }: MoneyServer): Promise<void> => {
    const [found] = await db.rows(
      `select (select count(*)::int from bill_line where stage_id = $1) as lines,
          (select imported_at is not null from line_import where import_id = $2) as imported,
          (select count(*)::int from audit_event where event = 'job.lineImport.imported' and object = $2) as events`,
      [stageId, importId],
    );
    const isImported = found?.['imported'] === true;
    expect(found).toMatchObject({ lines: stage.lines + (isImported ? lines : 0), events: isImported ? 1 : 0 });
  };
  return {
    async run({ people }) {
      await startOn(people, 1);
      expect(
        await until(
          () => statusOf(people),
          (status) => status !== 'queued' && status !== 'running',
        ),
      ).toBe('done');
    },
    expectAtomic,
    async settle(now) {
      await jobsEnded(now);
      await book.repeat(now.people);
      await jobsEnded(now);
      // A call that was not made before the death is made now.
      if ((await statusOf(now.people)) === 'uploaded') await startOn(now.people, 1);
      await jobsEnded(now);
    },
    async check(now) {
      expect(await statusOf(now.people)).toBe('done');
      await expectAtomic(now);
    },
  };
};
