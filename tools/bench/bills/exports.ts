import { setTimeout as wait } from 'node:timers/promises';
import { fillStage, issueStage } from '../../../apps/server/src/features/bill/scale/scale.ts';
import {
  type ExportedLine,
  exportedLines,
  lineLayout,
} from '../../../apps/server/src/features/loan-consult/loan-consult.reads.ts';
import { streamRows } from '../../../apps/server/src/kernel/database/row-stream.sql.ts';
import { xlsxTable } from '../../../apps/server/src/kernel/files/table/xlsx-table.ts';
import { createClock } from '../../../apps/server/src/kernel/setup/clock.ts';
import { createIds } from '../../../apps/server/src/kernel/setup/ids.ts';
import { publishedCalendar } from '../../../packages/domain/src/calendar.ts';
import { Visitor } from '../../driver/visitor.ts';
import { count, type Figure, fixed, judged, noted } from '../figures.ts';
import { type Load, startLoad } from '../load.ts';
import { residentMb, residentOver } from '../resident-memory.ts';
import { enterTenant } from './merchant.ts';
import { timed } from './pages.ts';
import type { Scaled } from './scale.ts';

const size = { tenantId: 'scale-export', lines: 1_000_000, bills: 100 } as const;
/** The month of its stage, after those that are laid. */
const month = 25;
const goals = { rate: 0.7, growthMb: 150, slower: 3, visitorMs: 5 };
const pace = { perSecond: 50, operationId: 'portal.recommendQueryList', data: '{"limit":12}' };
/** Shorter than the export, so that the visitor is there for none but it. */
const pacedSec = 10;
const restSec = 10;
const pollMs = 200;

const clock = createClock();
const ports = { clock, ids: createIds(clock), calendar: publishedCalendar };

/** Adds a stage with the lines of one tenant, and issues its bills; it stays as it is where it is there. */
const addLines = async ({ database, owner }: Scaled): Promise<void> => {
  const known = await owner.query('select from bill where tenant_id = $1 limit 1', [size.tenantId]);
  if (known.rows.length > 0) return;
  const deps = { database, ports };
  const stageId = await fillStage(deps, month, [{ tenantIds: [size.tenantId], lines: size.lines, bills: size.bills }]);
  await issueStage(deps, stageId);
  await owner.query('vacuum (analyze) bill_line, line_fee, bill');
};

/** A page of the rows that an export reads. */
const somePage = async ({ database }: Scaled): Promise<readonly ExportedLine[]> => {
  const snapshot = await database.snapshot({ tenantId: size.tenantId });
  try {
    for await (const page of streamRows(snapshot, exportedLines(size.tenantId, {}, clock.now()))) return page;
    throw new Error(`${size.tenantId} has no lines`);
  } finally {
    await snapshot.close();
  }
};

/** How many rows the writer of the export writes a second when they are there already: the same page again and again. */
const bareRate = async (scaled: Scaled): Promise<number> => {
  const rows = await somePage(scaled);
  const { columns } = await lineLayout(scaled.database.reading({ tenantId: size.tenantId }), size.tenantId, {});
  const pages = async function* (): AsyncGenerator<readonly ExportedLine[]> {
    for (let written = 0; written < size.lines; written += rows.length) yield rows;
  };
  const table = { name: '明细', columns, pages: pages(), totals: [], about: () => [], at: clock.now() };
  const startedMs = performance.now();
  let bytes = 0;
  for await (const piece of xlsxTable<ExportedLine>(table)) bytes += piece.length;
  if (bytes === 0) throw new Error('the writer wrote nothing');
  return size.lines / ((performance.now() - startedMs) / 1000);
};

/** An export as it ran. */
interface Exported {
  readonly perSecond: number;
  readonly highestMb: number;
  /** p95 of the visitor meanwhile. @unit ms */
  readonly visitorMs: number;
}

const visit = (load: Load, { server }: Scaled, visitor: Visitor) =>
  load.run({ kind: 'paced', port: server.port, seconds: pacedSec, by: visitor.signedBy, ...pace });

/** Asks for the export, with or without a visitor, and waits for its end. */
const exportAll = async (
  scaled: Scaled,
  merchant: Visitor,
  visits: (() => Promise<{ readonly p95: number }>) | null,
): Promise<Exported> => {
  const asked = { kind: 'loanConsult', format: 'xlsx', filter: {} };
  const [{ exportId }] = await timed(merchant, 'export.create', asked);
  let [startedMs, highestMb] = [0, 0];
  let visiting: Promise<{ readonly p95: number }> | null = null;
  let isVisitOver = visits === null;
  for (;;) {
    await wait(pollMs);
    const [{ status, rows, failure }] = await timed(merchant, 'export.get', { exportId });
    highestMb = Math.max(highestMb, residentMb(scaled.server.pid));
    if (status === 'running' && startedMs === 0) {
      startedMs = performance.now();
      visiting = visits?.().finally(() => (isVisitOver = true)) ?? null;
    }
    if (status === 'queued' || status === 'running') continue;
    if (status !== 'done' || Number(rows) < size.lines)
      throw new Error(`the export is ${String(status)}: ${String(failure)}`);
    if (!isVisitOver) throw new Error('the export was over before its visitor');
    const perSecond = Number(rows) / ((performance.now() - startedMs) / 1000);
    return { perSecond, highestMb, visitorMs: (await visiting)?.p95 ?? Number.NaN };
  }
};

/** An export of a million rows against its writer alone, what it takes of the server's memory, and what a visitor notices of it (R10.5). */
export const exportFigures = async (part: string, scaled: Scaled, say: (text: string) => void): Promise<Figure[]> => {
  say(`${count(size.lines)} lines of one tenant`);
  await addLines(scaled);
  const merchant = await enterTenant(scaled, size.tenantId);
  const visitor = await new Visitor(scaled.server.url).start();
  const load = startLoad();
  try {
    say('the writer alone');
    const bare = await bareRate(scaled);
    await visit(load, scaled, visitor);
    const idle = await visit(load, scaled, visitor);
    const restMb = await residentOver(scaled.server.pid, restSec);
    say('export');
    const alone = await exportAll(scaled, merchant, null);
    say('export with a visitor');
    const visited = await exportAll(scaled, merchant, () => visit(load, scaled, visitor));
    const growthMb = Math.max(alone.highestMb, visited.highestMb) - restMb;
    const mostMs = Math.max(goals.visitorMs, goals.slower * idle.p95);
    return [
      noted(
        part,
        `the writer of exports alone, ${count(size.lines)} rows that are there already`,
        `${count(bare)} rows/s`,
      ),
      noted(part, 'export of as many lines (XLSX), from its start to its file', `${count(alone.perSecond)} rows/s`),
      judged(part, 'export against its writer alone', {
        value: `${fixed(alone.perSecond / bare)}×`,
        goal: `≥ ${goals.rate}×`,
        isMet: alone.perSecond / bare >= goals.rate,
      }),
      judged(part, 'growth of the server’s memory meanwhile, highest', {
        value: `${fixed(growthMb, 0)} MB`,
        goal: `≤ ${goals.growthMb} MB`,
        isMet: growthMb <= goals.growthMb,
      }),
      noted(part, `visitor’s p95 at ${pace.perSecond} requests a second, idle`, `${fixed(idle.p95, 1)} ms`),
      judged(part, 'the same during an export', {
        value: `${fixed(visited.visitorMs, 1)} ms`,
        goal: `≤ ${fixed(mostMs, 1)} ms`,
        isMet: visited.visitorMs <= mostMs,
      }),
    ];
  } finally {
    load.stop();
    visitor.close();
    merchant.close();
  }
};
