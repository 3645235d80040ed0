import { authorizationStatusNames } from '@ronghui/domain/authorization';
import {
  type ConsentRow,
  consentColumns,
  countConsents,
  exportedConsents,
} from '#features/authorization/authorization.reads';
import { listOrgs } from '#features/bill/bill.reads';
import { exportedList, word } from '../export-kind.ts';

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
  count: (db, { tenantId, filter }) => countConsents(db, tenantId, filter),
  rows: ({ tenantId, filter, until }) => exportedConsents(tenantId, filter, until),
  columns: async (_db, _tenantId, at) => consentColumns(at),
  totals: [],
});
