import type { OperationSpec } from '../operation.ts';
import { ownStaffOperations } from './staff/own.ts';
import { staffSessionOperations } from './staff/session.ts';
import { teamOperations } from './staff/team.ts';

export { ownStaffOperations, staffSessionOperations, teamOperations };

/** The provider's staff: their login, their own account, and the accounts of their colleagues (R11.1, R6.1). */
export const staffOperations = {
  ...staffSessionOperations,
  ...ownStaffOperations,
  ...teamOperations,
} satisfies Record<string, OperationSpec>;
