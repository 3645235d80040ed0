import type { ExportKind } from '@ronghui/domain/export';
import type { ExportedList } from './export-kind.ts';
import { accountStatementList } from './kinds/account-statement.ts';
import { authorizationList } from './kinds/authorizations.ts';
import { billLineList } from './kinds/bill-lines.ts';
import { billList } from './kinds/bills.ts';
import { lineList } from './kinds/lines.ts';
import { orderList } from './kinds/orders.ts';
import { reconList } from './kinds/recon.ts';

const lists: Readonly<Record<ExportKind, ExportedList>> = {
  orders: orderList,
  bills: billList,
  billLines: billLineList,
  loanConsult: lineList,
  authorizations: authorizationList,
  recon: reconList,
  accountStatement: accountStatementList,
};

/** How a kind is exported. */
export const listOf = (kind: ExportKind): ExportedList => lists[kind];
