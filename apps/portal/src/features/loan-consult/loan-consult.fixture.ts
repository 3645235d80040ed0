import { fen } from '@ronghui/domain/money';
import type { LoanConsult } from './loan-consult-queries.ts';

/** A line of a loan in an issued stage. */
export const loanConsultItem: LoanConsult = {
  lineId: 'line-00000001',
  loanNo: 'HT-1001',
  stageId: 'stage-1',
  orgId: 'org-1',
  projectId: 'project-1',
  productId: 'loan',
  borrowerMasked: '张*',
  loanAmount: fen(5_000_000),
  quantity: null,
  unit: '元',
  rate: 5_000,
  amount: fen(25_000),
  billNo: 'ZD202610310000000001',
  occurredOn: '2026-10-15',
};
