import { AuthCard, Button, Skeleton } from '@ronghui/ui';
import { showError } from '@ronghui/web/screen/toasts';
import { type JSX, useCallback, useEffect, useState } from 'react';
import { enterSession } from '#kernel/session.ts';
import { beginTotp, type Enrolled, type TotpSecret } from './staff-queries.ts';
import { RecoveryCodes, TotpForm } from './totp-steps.tsx';

/** The second step of the set-up; the console opens once the recovery codes are saved. @source R11.1 */
export const FirstTotpPage = (): JSX.Element => {
  const [secret, setSecret] = useState<TotpSecret | null>();
  const [enrolled, setEnrolled] = useState<Enrolled>();
  const begin = useCallback((): void => {
    beginTotp().then(setSecret, (error: unknown) => {
      setSecret(null);
      showError('ops.totp.begin', error);
    });
  }, []);
  useEffect(begin, [begin]);
  const retry = (): void => {
    setSecret(undefined);
    begin();
  };
  if (enrolled !== undefined) {
    return (
      <AuthCard title="保存恢复码">
        <RecoveryCodes codes={enrolled.recoveryCodes} onSaved={() => enterSession(enrolled)} />
      </AuthCard>
    );
  }
  return (
    <AuthCard title="绑定动态口令" sub="运营台要求每个账号都有第二重验证">
      {secret === undefined ? <Skeleton shape="row" count={4} /> : null}
      {secret === null ? <Button onClick={retry}>重试</Button> : null}
      {secret ? <TotpForm secret={secret} onEnrolled={setEnrolled} /> : null}
    </AuthCard>
  );
};
