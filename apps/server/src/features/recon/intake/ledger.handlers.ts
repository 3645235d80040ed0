import type { ledgerOperations } from '@ronghui/contract';
import { ledgerMappingFault } from '@ronghui/domain/recon';
import { lookIntoStored, openMade } from '#features/file/file.steps';
import { waitSecOf } from '#kernel/calls/admission/wait-sec';
import type { HandlersFor } from '#kernel/calls/context';
import { wrongField } from '#kernel/calls/wrong-field';
import { rowChoicesOf, sheetOf } from '#kernel/files/row-choices';
import { findLedgerFile, listSources, storeSource } from './ledger.sql.ts';
import { ledgerPreviewOf } from './ledger-preview.ts';
import { previewLedger } from './ledger-reading.ts';
import { removalHandlers } from './ledger-removal.ts';
import { storeLedger } from './ledger-upload.ts';
import { ledgerMappingOf } from './mapping-of.ts';
import { findReport } from './report.sql.ts';

/** A merchant's ledger: uploaded, looked at, its columns named and remembered (R13.1). */
export const ledgerHandlers: HandlersFor<typeof ledgerOperations> = {
  'recon.upload': storeLedger,
  ...removalHandlers,

  'recon.preview': async ({ ledgerId, mapping, choices }, context) => {
    const { db, tenantId, ports, fail } = context;
    const row = await findLedgerFile(db, tenantId, ledgerId);
    if (row === undefined || row.storage_key === null) return fail('notFound');
    const share = { limit: ports.limits.previewsPerTenantPerMinute, windowMs: 60_000 };
    const retryAfter = await waitSecOf(ports.fast, `preview:${tenantId}`, share);
    if (retryAfter > 0) return fail('tooOften', { retryAfter });
    const { kind, encoding, name } = row;
    const asked = {
      given: mapping && ledgerMappingOf(mapping),
      sources: mapping === undefined ? await listSources(db, tenantId) : [],
      choices: rowChoicesOf(choices),
      maxRows: ports.limits.reconRows,
    };
    const piece = await lookIntoStored(row.storage_key, context, (path) =>
      previewLedger(tenantId, { ...asked, source: { path, kind, encoding, ...sheetOf(choices) } }),
    );
    return piece === null ? fail('notFound') : ledgerPreviewOf(name, piece);
  },

  'recon.saveMapping': async ({ name: typed, mapping }, { tenantId, ports, transact, audit, fail }) => {
    const fault = ledgerMappingFault(ledgerMappingOf(mapping));
    if (fault !== null) return fail('invalid', wrongField(`mapping.${fault.field}`, fault.message));
    const name = typed.trim();
    if (name === '') return fail('invalid', wrongField('name', '请填写名称'));
    return transact(async (tx) => {
      const sourceId = ports.ids.id();
      if (!(await storeSource(tx, tenantId, { sourceId, name, mapping }))) return fail('tooMany');
      audit({ object: tenantId, after: { name } });
      return {};
    });
  },

  'recon.report': async ({ runId }, context) => {
    const { db, tenantId, fail } = context;
    const row = await findReport(db, tenantId, runId);
    if (row === undefined) return fail('notFound');
    const opened = await openMade(row.result_key, context);
    if (opened === null) return fail('notFound');
    context.audit({ object: runId });
    return {
      name: row.result_name ?? '读不出的行.csv',
      mime: row.result_mime ?? '',
      size: opened.size,
      body: opened.body,
    };
  },
};
