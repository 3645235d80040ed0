import type { Fail, TooOften } from '@ronghui/contract';
import { waitSecOf } from '#kernel/calls/admission/wait-sec';
import type { OpsContext } from '#kernel/calls/context';

const hourMs = 3_600_000;

type Looking = Pick<OpsContext, 'ports' | 'staffId'> & { readonly fail: Fail<{ tooOften: TooOften }> };

const count = async ({ ports, staffId, fail }: Looking, what: string, limit: number): Promise<void> => {
  const retryAfter = await waitSecOf(ports.fast, `${what}:${staffId}`, { limit, windowMs: hourMs });
  if (retryAfter > 0) fail('tooOften', { retryAfter });
};

/** Counts a look at personal data, or for a person by their number, whether it finds anything or not. @source security 4.11 */
export const countLook = (context: Looking): Promise<void> =>
  count(context, 'look', context.ports.limits.looksPerStaffPerHour);

/** Counts a look at a document; a review has four of them, so there are more of these. @source security 4.11 */
export const countDocumentLook = (context: Looking): Promise<void> =>
  count(context, 'document', context.ports.limits.documentLooksPerStaffPerHour);
