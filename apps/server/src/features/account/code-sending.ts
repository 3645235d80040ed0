import type { Fail, Output, TooOften } from '@ronghui/contract';
import { waitSecOf } from '#kernel/calls/admission/wait-sec';
import type { VisitorContext } from '#kernel/calls/context';
import type { Tx } from '#kernel/database/db';
import { findSmsWaitSec, takeSmsBudget, takeSmsQuota } from '#kernel/jobs/sms-budget.sql';
import { allRest } from '#kernel/sending/rest.sql';
import { smsCodeDigest } from './proofs.ts';
import { type CodeBond, replaceSmsCode } from './sms-code.sql.ts';

/** Where a code goes. */
export type CodeTarget = { readonly mobile: string } | { readonly email: string };

type SendingContext = VisitorContext & {
  readonly fail: Fail<{ tooOften: TooOften; senderDown: 'OPS10005' }>;
};

const hourMs = 3_600_000;

/** Limits how many codes one network address can ask for, for any mobiles (R5.3). */
export const countCode = async ({ ports, address, fail }: SendingContext): Promise<void> => {
  const share = { limit: ports.limits.smsPerAddressPerHour, windowMs: hourMs };
  const retryAfter = await waitSecOf(ports.fast, `sms:${address}`, share);
  if (retryAfter > 0) fail('tooOften', { retryAfter });
};

/** The subject and the text of a mail with a code. */
const mailOf = (code: string, minutes: number) => ({
  subject: `验证码 ${code}`,
  text: `您的验证码是 ${code}，${minutes} 分钟内有效。不是您本人操作的，请忽略这封邮件，并且不要告诉任何人。`,
});

/**
 * Sends a code to a mobile or a mail address: the daily counters, the code and the message are one transaction. A code by mail counts
 * against its address as one by SMS counts against its mobile. Where every provider of SMS rests, none is promised.
 *
 * @source R5.3, running 2.3
 */
export const sendCode = async (
  tx: Tx,
  context: SendingContext,
  bond: CodeBond,
  target: CodeTarget,
): Promise<Output<'portal.sendSmsCode'>> => {
  const { ports, fail } = context;
  const { limits } = ports;
  const isSms = 'mobile' in target;
  if (isSms && (await allRest(tx, ports.config.smsOrder))) return fail('senderDown');
  const share = {
    perMinute: limits.smsPerMobilePerMinute,
    perHour: limits.smsPerMobilePerHour,
    perDay: limits.smsPerMobilePerDay,
  };
  if (!(await takeSmsQuota(tx, bond.mobileDigest, share))) {
    return fail('tooOften', { retryAfter: await findSmsWaitSec(tx, bond.mobileDigest, share) });
  }
  if (isSms && !(await takeSmsBudget(tx, { perMinute: limits.smsPerMinute, perDay: limits.smsPerDay }))) {
    ports.log.error({ event: 'smsBudgetSpent' });
    return fail('senderDown');
  }
  const [codeId, code] = [ports.ids.id(), ports.ids.digits(6)];
  const codeDigest = smsCodeDigest(ports.digests, bond, codeId, code);
  const expiresAt = await replaceSmsCode(tx, bond, { codeId, codeDigest }, limits.smsCodeMinutes);
  await ports.outbox.enqueue(
    tx,
    isSms
      ? { kind: 'sms', mobile: target.mobile, scene: bond.scene, code, expiresAt }
      : { kind: 'mail', to: target.email, ...mailOf(code, limits.smsCodeMinutes), expiresAt },
  );
  return {
    expiresIn: Math.floor(limits.smsCodeMinutes * 60),
    retryAfter: Math.ceil(60 / limits.smsPerMobilePerMinute),
  };
};
