import type { billOperations } from '@ronghui/contract';
import type { HandlersFor } from '#kernel/calls/context';
import { billingHandlers } from './billing/billing.handlers.ts';
import { confirmationHandlers } from './confirmation/confirmation.handlers.ts';
import { dimensionHandlers } from './dimension/dimension.handlers.ts';
import { feeRuleHandlers } from './fee-rule/fee-rule.handlers.ts';
import { lineImportHandlers } from './line-import/line-import.handlers.ts';
import { settlementHandlers } from './settlement/settlement.handlers.ts';
import { statementHandlers } from './statement/statement.handlers.ts';
import { writeOffHandlers } from './write-off/write-off.handlers.ts';

/** Bills: what they are grouped by, what merchants read and decide, and the desk's half (R4.9, R10.3, R11.6). */
export const billHandlers: HandlersFor<typeof billOperations> = {
  ...dimensionHandlers,
  ...statementHandlers,
  ...confirmationHandlers,
  ...feeRuleHandlers,
  ...billingHandlers,
  ...lineImportHandlers,
  ...settlementHandlers,
  ...writeOffHandlers,
};
