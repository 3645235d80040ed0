import type { reconOperations } from '@ronghui/contract';
import type { HandlersFor } from '#kernel/calls/context';
import { ledgerHandlers } from './intake/ledger.handlers.ts';
import { resultHandlers } from './result/result.handlers.ts';
import { ruleHandlers } from './rules/rule.handlers.ts';
import { runHandlers } from './runs/run.handlers.ts';

/** Reconciliation (R13): the ledger's file, its runs, and their results. */
export const reconHandlers: HandlersFor<typeof reconOperations> = {
  ...ledgerHandlers,
  ...runHandlers,
  ...resultHandlers,
  ...ruleHandlers,
};
