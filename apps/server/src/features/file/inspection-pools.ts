import { availableParallelism } from 'node:os';
import { createAdmission } from '#kernel/calls/admission/admission';

/**
 * Where files are looked through: a picture at its bound takes 160 MB while it is drawn, a workbook a thread of 128 MB. Each kind has its
 * own few places and a short line for all tenants; who finds the line full is told to come again (503, OPSB0001).
 *
 * @source security 4.14
 */
const poolOf = (inFlight: number) => createAdmission({ inFlight, queue: 15 });

/** One after the other. */
export const picturePool = poolOf(1);
/** As many as leave a core to those who call. */
export const workbookPool = poolOf(Math.min(2, Math.max(1, availableParallelism() - 1)));
