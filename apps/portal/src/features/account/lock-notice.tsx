import { type CallError, errorData } from '@ronghui/client';
import { Callout, Countdown } from '@ronghui/ui';
import { followInPlace, href } from '@ronghui/web/navigation/hash-location';
import { type JSX, useState } from 'react';
import { paths } from '#kernel/paths.ts';
import { useSite } from '#kernel/start-up.ts';

/** Why an account cannot be used now, and what the user can do. */
export type Lock =
  | { readonly kind: 'minutes'; readonly mobile: string; readonly until: string }
  | { readonly kind: 'ops'; readonly mobile: string };

/** The lock that a refused login or change of password reports; it is cleared when another mobile is typed. @source R4.5 */
export const useLock = (
  mobile: string,
): { lock: Lock | undefined; noteLock: (error: CallError) => void; clearLock: () => void } => {
  const [lock, setLock] = useState<Lock>();
  return {
    lock: lock?.mobile === mobile ? lock : undefined,
    noteLock: (error) => {
      const { errCode } = error;
      if (errCode === 'OPS10003') {
        const until = new Date(Date.now() + (errorData(error, 'OPS10003')?.retryAfter || 600) * 1000).toISOString();
        setLock({ kind: 'minutes', mobile, until });
      } else if (errCode === 'OPS100021' || errCode === 'OPS01003') setLock({ kind: 'ops', mobile });
      else setLock(undefined);
    },
    clearLock: () => setLock(undefined),
  };
};

interface LockNoticeProps {
  readonly lock: Lock | undefined;
  /** The page that asked for the login. */
  readonly back?: string | undefined;
  readonly onEnd: () => void;
}

/** Shows how long a lock still lasts, and a link to reset the password, which returns to the same page as the login. @source R4.5, R2.10 */
export const LockNotice = ({ lock, back, onEnd }: LockNoticeProps): JSX.Element | null => {
  const { phone, hours } = useSite().contacts;
  if (lock === undefined) return null;
  if (lock.kind === 'ops') {
    return (
      <Callout tone="bad" role="status">
        为了您的账号安全，需要人工核实后解锁。请致电 {phone}（{hours}）。
      </Callout>
    );
  }
  return (
    <Callout tone="warn" role="status">
      <span role="timer">
        <Countdown until={lock.until} onEnd={onEnd} />
      </span>{' '}
      后可以重试。忘记密码了？
      <a href={href(paths.findPassword({ back }))} onClick={followInPlace}>
        用短信找回
      </a>
      ，找回后立即解锁。
    </Callout>
  );
};
