import { availableParallelism } from 'node:os';
import { createAdmission } from '#kernel/calls/admission/admission';

/**
 * The pool in which workbooks are examined, each in a thread of 128 MB: as many as leave one core for other calls, and a short queue for all tenants;
 * when it is full, a call is answered with 503, OPSB0001. Pictures have `picture/picture-turns.ts`.
 *
 * @source security 4.14
 */
export const workbookPool = createAdmission({
  inFlight: Math.min(2, Math.max(1, availableParallelism() - 1)),
  queue: 15,
});
