import { availableParallelism } from 'node:os';
import { createAdmission } from '#kernel/calls/admission/admission';

/**
 * The pools in which files are examined: the largest picture takes 160 MB while it is rendered, a workbook a thread of 128 MB. Each kind has
 * few slots and a short queue for all tenants; when the queue is full, a call is answered with 503, OPSB0001.
 *
 * @source security 4.14
 */
const poolOf = (inFlight: number) => createAdmission({ inFlight, queue: 15 });

/** One picture at a time. */
export const picturePool = poolOf(1);
/** As many as leave one core for other calls. */
export const workbookPool = poolOf(Math.min(2, Math.max(1, availableParallelism() - 1)));
