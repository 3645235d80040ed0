import type { BillFilter } from '../../../apps/server/src/features/bill/statement/bill-filter.sql.ts';
import { listBills } from '../../../apps/server/src/features/bill/statement/bill-list.sql.ts';
import type { LineFilter } from '../../../apps/server/src/features/loan-consult/line-filter.sql.ts';
import { listLines } from '../../../apps/server/src/features/loan-consult/loan-consult.sql.ts';
import type { Listing } from '../../../apps/server/src/kernel/listing.ts';
import { count, type Figure, fixed, judged, noted } from '../figures.ts';
import { median, quantile } from '../statistics.ts';
import type { Scaled } from './scale.ts';

const goalMs = 20;
const rounds = 40;
/** The first page, which has the total. */
const listing: Listing = { page: 1, pageSize: 20, offset: 0, after: null, wantsTotal: true };

/** One filter of a list, by the name of what it sets. */
type Part<Filter> = readonly [name: string, filter: Filter];

/** Each alone, and every two that set different fields. */
const alonesAndPairs = <Filter extends object>(parts: readonly Part<Filter>[]): readonly Part<Filter>[] => [
  ...parts,
  ...parts.flatMap(([name, filter], at) =>
    parts
      .slice(at + 1)
      .filter(([, other]) => Object.keys(other).every((field) => !(field in filter)))
      .map(([otherName, other]): Part<Filter> => [`${name} and ${otherName}`, { ...filter, ...other }]),
  ),
];

/** Values that a tenant's bills and lines have: those of one in their middle. */
const sampleOf = async ({ owner }: Scaled, tenantId: string) => {
  const { rows } = await owner.query<Record<string, string>>(
    `select bill_no, project_id, product_id, org_id, stage_id, due_on::text, issued_at from bill
      where tenant_id = $1 and status <> 'draft' order by issued_at, bill_no offset (select count(*) / 2 from bill where tenant_id = $1) limit 1`,
    [tenantId],
  );
  const [bill] = rows;
  if (bill === undefined) throw new Error(`${tenantId} has no bill`);
  return bill;
};

const billParts = (bill: Record<string, string>): readonly Part<BillFilter>[] => {
  const { bill_no: billNo = '', project_id: projectId, product_id: productId, org_id: orgId, stage_id: stageId } = bill;
  const issuedAt = new Date(bill['issued_at'] ?? '');
  return [
    ['number', { billNo }],
    ['short beginning of a number', { billNo: billNo.slice(0, 4) }],
    ['direction', { direction: 'payable' }],
    ['project', { projectId }],
    ['product', { productId }],
    ['organisation', { orgId }],
    ['stage', { stageId }],
    ['pending', { status: 'pending' }],
    ['disputed', { status: 'disputed' }],
    ['confirmed', { status: 'confirmed' }],
    ['settled', { status: 'settled' }],
    ['waiting for approval', { approval: 'waiting' }],
    ['not waiting', { approval: 'none' }],
    ['without a voucher', { payment: 'open' }],
    ['voucher in check', { payment: 'inCheck' }],
    ['due days', { dueFrom: bill['due_on'], dueTo: bill['due_on'] }],
    ['issue', { from: new Date(issuedAt.getTime() - 86_400_000), before: new Date(issuedAt.getTime() + 86_400_000) }],
  ];
};

const lineParts = (line: Record<string, string>): readonly Part<LineFilter>[] => {
  const { loan_no: loanNo = '', project_id: projectId, product_id: productId, org_id: orgId, stage_id: stageId } = line;
  const { occurred_on: day } = line;
  return [
    ['reference', { loanNo }],
    ['short beginning of a reference', { loanNo: loanNo.slice(0, 2) }],
    ['project', { projectId }],
    ['product', { productId }],
    ['organisation', { orgId }],
    ['stage', { stageId }],
    ['one day', { from: day, to: day }],
    ['from a day on', { from: day }],
  ];
};

/** The p95 of each filter. @unit ms */
const measure = async <Filter>(
  parts: readonly Part<Filter>[],
  read: (filter: Filter) => Promise<unknown>,
): Promise<readonly (readonly [name: string, p95: number])[]> => {
  const times = parts.map((): number[] => []);
  for (let round = 0; round <= rounds; round += 1) {
    for (const [at, [, filter]] of parts.entries()) {
      const startedMs = performance.now();
      await read(filter);
      if (round > 0) times[at]?.push(performance.now() - startedMs);
    }
  }
  return parts.map(([name], at) => [name, quantile(times[at] ?? [], 0.95)]);
};

const summaryOf = (found: Awaited<ReturnType<typeof measure>>): string => {
  const [worst, second] = found.toSorted((one, other) => other[1] - one[1]);
  const over = found.filter(([, p95]) => p95 > goalMs).length;
  return [
    `${found.length} filters, median ${fixed(median(found.map(([, p95]) => p95)), 1)} ms`,
    ...[worst, second].flatMap((each) => (each === undefined ? [] : [`${each[0]} ${fixed(each[1], 1)} ms`])),
    ...(over === 0 ? [] : [`${over} over ${goalMs} ms`]),
  ].join(', ');
};

const judgedFilters = (part: string, what: string, found: Awaited<ReturnType<typeof measure>>): Figure =>
  judged(part, `${what}, each filter alone and in pairs, p95 of SQL of a first page with its total`, {
    value: summaryOf(found),
    goal: `each ≤ ${goalMs} ms`,
    isMet: found.every(([, p95]) => p95 <= goalMs),
  });

const billFilters = async (scaled: Scaled, tenantId: string) => {
  const db = scaled.database.reading({ tenantId });
  const parts = alonesAndPairs(billParts(await sampleOf(scaled, tenantId)));
  return measure(parts, (filter) => listBills(db, tenantId, { filter, listing }));
};

const lineFilters = async ({ database, owner }: Scaled, tenantId: string) => {
  const db = database.reading({ tenantId });
  const { rows } = await owner.query<Record<string, string>>(
    `select loan_no, project_id, product_id, org_id, stage_id, occurred_on::text from bill_line
      where tenant_id = $1 order by stage_id, line_id offset (select count(*) / 2 from bill_line where tenant_id = $1) limit 1`,
    [tenantId],
  );
  const [line] = rows;
  if (line === undefined) throw new Error(`${tenantId} has no line`);
  return measure(alonesAndPairs(lineParts(line)), (filter) => listLines(db, tenantId, { filter, listing }));
};

/** Every filter of the two lists (R10.3, R10.5): of the tenant of fixed size, and of one with very many bills. */
export const filterFigures = async (
  part: string,
  scaled: Scaled,
  {
    fixedTenant,
    manyBills,
    bills,
  }: { readonly fixedTenant: string; readonly manyBills: string; readonly bills: number },
): Promise<Figure[]> => [
  judgedFilters(part, 'own bills', await billFilters(scaled, fixedTenant)),
  judgedFilters(part, 'own lines', await lineFilters(scaled, fixedTenant)),
  noted(part, `the same of ${count(bills)} own bills`, summaryOf(await billFilters(scaled, manyBills))),
];
