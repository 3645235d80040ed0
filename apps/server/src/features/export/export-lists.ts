import type { ExportKind } from '@ronghui/domain/export';
import type { ExportedList } from './export-kind.ts';
import { authorizationList } from './kinds/authorizations.ts';
import { billLineList, billList } from './kinds/bills.ts';
import { lineList } from './kinds/lines.ts';
import { orderList } from './kinds/orders.ts';

const lists: Readonly<Partial<Record<ExportKind, ExportedList>>> = {
  orders: orderList,
  bills: billList,
  billLines: billLineList,
  loanConsult: lineList,
  authorizations: authorizationList,
};

/** How a kind is exported; undefined for one whose noun is not there yet. */
export const listOf = (kind: ExportKind): ExportedList | undefined => lists[kind];
