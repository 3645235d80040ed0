import type { Fail, TooOften } from '@ronghui/contract';
import { waitSecOf } from '#kernel/calls/admission/wait-sec';
import type { OpsContext } from '#kernel/calls/context';

const hourMs = 3_600_000;

/** Counts a look at personal data, or for a person by their number, whether it finds anything or not. @source security 4.11 */
export const countLook = async ({
  ports,
  staffId,
  fail,
}: Pick<OpsContext, 'ports' | 'staffId'> & { readonly fail: Fail<{ tooOften: TooOften }> }): Promise<void> => {
  const share = { limit: ports.limits.looksPerStaffPerHour, windowMs: hourMs };
  const retryAfter = await waitSecOf(ports.fast, `look:${staffId}`, share);
  if (retryAfter > 0) fail('tooOften', { retryAfter });
};
