import { type OperationSpec, operations } from '@ronghui/contract';
import { certifyTenant } from '#features/certification/certification.fixture';
import { enterStaff } from '#features/staff/staff.fixture';
import type { Merchant } from '#features/tenant/tenant.fixture';
import { newKey } from '#kernel/testing/new-key';
import type { TestApp } from '#kernel/testing/test-app';
import type { TestBrowser } from '#kernel/testing/test-client';

type Tenant = Pick<Merchant, 'tenantId'>;

let made = 0;

const desks = new WeakMap<TestApp, Promise<TestBrowser>>();
/** A console in which the finance of the provider is logged in. */
const deskOf = (app: TestApp): Promise<TestBrowser> => {
  const desk = desks.get(app) ?? enterStaff(app, 'lines-finance', { roles: ['finance'] });
  desks.set(app, desk);
  return desk;
};

/** Makes a call of the desk, with a key where it takes one; it must succeed. */
export const save = async (
  app: TestApp,
  operation: string,
  payload: Readonly<Record<string, unknown>>,
): Promise<Readonly<Record<string, unknown>>> => {
  const isKeyed = new Map(Object.entries<OperationSpec>(operations)).get(operation)?.idempotent === true;
  const reply = await (await deskOf(app)).call(operation, { ...payload, ...(isKeyed && { idempotencyKey: newKey() }) });
  if (reply.status !== 200) throw new Error(reply.text);
  return reply.body.data;
};

/** A new stage, the later the newer. */
export const addStage = async (app: TestApp): Promise<string> => {
  made += 1;
  const stage = { name: `账期 ${made}`, opensOn: '2026-10-01', issuesOn: '2026-11-02' };
  return String((await save(app, 'ops.stage.save', stage))['stageId']);
};

/** A new organisation. */
export const addOrg = async (app: TestApp): Promise<string> => {
  made += 1;
  return String((await save(app, 'ops.org.save', { name: `机构 ${made}` }))['orgId']);
};

/** A new project of a tenant. */
export const addProject = async (app: TestApp, { tenantId }: Tenant): Promise<string> => {
  made += 1;
  return String((await save(app, 'ops.project.save', { tenantId, name: `项目 ${made}` }))['projectId']);
};

/** What a test chooses of a line. */
interface GivenLine {
  readonly stage_id?: string;
  readonly org_id?: string;
  readonly project_id?: string;
  readonly product_id?: string;
  readonly loan_no?: string;
  readonly loan_fen?: number | null;
  readonly quantity?: number | null;
  readonly unit?: string;
  readonly occurred_on?: string;
  readonly borrower_masked?: string | null;
  readonly rate_millionths?: number;
  readonly corrects_line_id?: string;
}

/** Adds a line to a tenant; what is not given is made, and the tenant certified. Returns its id. */
export const addLine = async (app: TestApp, owner: Tenant, given: GivenLine = {}): Promise<string> => {
  await certifyTenant(app, owner);
  made += 1;
  const row = {
    loan_no: `L${String(made).padStart(6, '0')}`,
    product_id: 'loan',
    borrower_masked: '张*',
    loan_fen: 5_000_000,
    quantity: null,
    unit: '元',
    occurred_on: '2026-10-15',
    ...given,
    tenant_id: owner.tenantId,
    stage_id: given.stage_id ?? (await addStage(app)),
    org_id: given.org_id ?? (await addOrg(app)),
    project_id: given.project_id ?? (await addProject(app, owner)),
  };
  const places = Object.keys(row).map((_, index) => `$${index + 1}`);
  const [line] = await app.rows(
    `insert into bill_line (${Object.keys(row).join(', ')}) values (${places.join(', ')}) returning line_id`,
    Object.values(row),
  );
  return String(line?.['line_id']);
};

/** A value of a line of a tenant, as a filter takes it. */
export const lineOf = async (
  app: TestApp,
  owner: Tenant,
  column: 'stage_id' | 'org_id' | 'project_id' | 'product_id',
): Promise<string> => {
  // A product of this tenant alone.
  const lineId = await addLine(app, owner, { product_id: `product-${owner.tenantId}` });
  const [row] = await app.rows(`select ${column} as id from bill_line where line_id = $1`, [lineId]);
  return String(row?.['id']);
};
