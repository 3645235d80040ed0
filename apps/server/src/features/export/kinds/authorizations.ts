import { authorizationStatusNames } from '@ronghui/domain/authorization';
import {
  type ConsentRow,
  consentColumns,
  countConsents,
  exportedConsents,
} from '#features/authorization/authorization.reads';
import { listOrgs } from '#features/bill/bill.reads';
import { word } from '#kernel/files/table/about-words';
import { exportedList } from '../export-kind.ts';

/** The consent ledger of a tenant (R10.6). */
export const authorizationList = exportedList<'authorizations', ConsentRow>({
  kind: 'authorizations',
  async words(db, _tenantId, { status, orgId }) {
    const orgs = orgId === undefined ? [] : await listOrgs(db);
    return [
      ...word('状态', status && authorizationStatusNames[status]),
      ...word('机构', orgId && (orgs.find(({ id }) => id === orgId)?.name ?? orgId)),
    ];
  },
  count: (db, { tenantId, filter, until }) => countConsents(db, tenantId, { ...filter, statusAt: until }),
  rows: ({ tenantId, filter, until }) => exportedConsents(tenantId, filter, until),
  layout: async (_db, { until }) => ({ columns: consentColumns(until), totals: [] }),
});
