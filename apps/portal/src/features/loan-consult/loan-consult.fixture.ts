import { fen } from '@ronghui/domain/money';
import type { LoanConsult } from './loan-consult-queries.ts';

/** A row as list and detail have it. */
export const loanConsultItem: LoanConsult = {
  lineId: 'row-00000001',
  loanNo: '示例贷款编号',
  unit: '示例单位',
  loanAmount: fen(140_400),
  amount: fen(140_400),
  version: 1,
};
