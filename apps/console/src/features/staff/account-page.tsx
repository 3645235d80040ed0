import { Button, Card, Checkbox, Dialog, Drawer, PageHead, PageState, Skeleton, Tag } from '@ronghui/ui';
import { showError, showToast } from '@ronghui/web/screen/toasts';
import { queryStatus } from '@ronghui/web/state/query-status';
import { chooseSingleKeys, singleKeysStore } from '@ronghui/web/state/single-keys';
import { type JSX, useState } from 'react';
import { enterSession } from '#kernel/session.ts';
import { PasswordForm } from './password-form.tsx';
import { SessionRows } from './session-rows.tsx';
import { signOut } from './sign-out.ts';
import css from './staff.module.css';
import {
  beginTotp,
  type Enrolled,
  endSession,
  renewCodes,
  type TotpSecret,
  useSafety,
  useSessions,
} from './staff-queries.ts';
import { withProof } from './step-up.ts';
import { RecoveryCodes, TotpForm } from './totp-steps.tsx';

/** One's own password, second factor and sessions. @source R11.1, security 4.1 */
export const AccountPage = (): JSX.Element => {
  const { isPending } = useSafety();
  return (
    <>
      <PageHead pageType="PC" title="我的账号" />
      <div className={css.cards}>
        <PasswordCard />
        <TotpCard />
        {/* Below a card whose height is not known before. */}
        {isPending ? null : (
          <>
            <SessionCard />
            <KeysCard />
          </>
        )}
      </div>
    </>
  );
};

const KeysCard = (): JSX.Element => (
  <Card title="单键快捷键">
    <div className={css.list}>
      <p className={css.note}>
        如列表与单据里的 J、K，审核页的 A、R；按 ? 查看全部。语音输入或手不稳时容易误触，可以关闭；Ctrl K
        与按钮不受影响。只在这台设备上生效。
      </p>
      <Checkbox checked={singleKeysStore.use()} onCheckedChange={chooseSingleKeys}>
        启用单键快捷键
      </Checkbox>
    </div>
  </Card>
);

const PasswordCard = (): JSX.Element => {
  const [isOpen, setOpen] = useState(false);
  const done = (): void => {
    setOpen(false);
    showToast('ok', '密码已修改，其他设备上的登录已退出');
  };
  return (
    <Card title="登录密码">
      <div className={css.row}>
        <p className={css.note}>修改后，其他设备上的登录会全部退出。</p>
        <Button size="small" onClick={() => setOpen(true)}>
          修改
        </Button>
      </div>
      {isOpen ? (
        <Drawer open title="修改密码" onClose={() => setOpen(false)}>
          <PasswordForm oldLabel="原密码" onDone={done} />
        </Drawer>
      ) : null}
    </Card>
  );
};

type Step = { readonly secret: TotpSecret } | { readonly codes: readonly string[]; readonly enrolled?: Enrolled };

const TotpCard = (): JSX.Element => {
  const query = useSafety();
  const [step, setStep] = useState<Step>();
  const prove = async (name: string, work: (ticket: string) => Promise<Step>): Promise<void> => {
    try {
      const next = await withProof(name, work);
      if (next !== null) setStep(next);
    } catch (error) {
      showError('ops.totp.begin', error);
    }
  };
  const begin = () => prove('绑定动态口令', async (ticket) => ({ secret: await beginTotp(ticket) }));
  const renew = () => prove('重新生成恢复码', async (ticket) => ({ codes: await renewCodes(ticket) }));
  const close = (): void => {
    if (step !== undefined && 'enrolled' in step && step.enrolled !== undefined) enterSession(step.enrolled);
    setStep(undefined);
  };
  return (
    <Card title="动态口令">
      <PageState
        state={queryStatus('ops.user.safety', query)}
        loading={<Skeleton shape="row" count={1} />}
        empty={null}
        onRetry={() => void query.refetch()}
      >
        {({ totp }) => (
          <div className={css.list}>
            <div className={css.row}>
              <p>
                <Tag tone={totp.on ? 'ok' : 'warn'}>{totp.on ? '已绑定' : '未绑定'}</Tag>
              </p>
              <Button size="small" onClick={() => void begin()}>
                {totp.on ? '更换' : '绑定'}
              </Button>
            </div>
            {totp.on ? (
              <div className={css.row}>
                <p className={css.note}>{`还剩 ${totp.recoveryCodesLeft}\u00a0个恢复码`}</p>
                <Button size="small" onClick={() => void renew()}>
                  重新生成
                </Button>
              </div>
            ) : null}
          </div>
        )}
      </PageState>
      {step === undefined ? null : (
        <Dialog
          open
          size="medium"
          mustAnswer={'codes' in step}
          title={'codes' in step ? '保存恢复码' : '绑定动态口令'}
          onClose={close}
        >
          {'codes' in step ? (
            <RecoveryCodes codes={step.codes} onSaved={close} />
          ) : (
            <TotpForm
              secret={step.secret}
              onEnrolled={(enrolled) => setStep({ codes: enrolled.recoveryCodes, enrolled })}
            />
          )}
        </Dialog>
      )}
    </Card>
  );
};

const SessionCard = (): JSX.Element => {
  const query = useSessions();
  const end = async (sessionId: string, isCurrent: boolean): Promise<void> => {
    if (isCurrent) return signOut();
    try {
      await endSession(sessionId);
      showToast('ok', '该设备已退出登录');
    } catch (error) {
      showError('ops.user.endSession', error);
    }
  };
  return (
    <Card title="登录中的设备">
      <PageState
        state={queryStatus('ops.user.sessions', query)}
        loading={<Skeleton shape="row" count={2} />}
        empty={null}
        onRetry={() => void query.refetch()}
      >
        {({ items }) => <SessionRows sessions={items} onEnd={end} />}
      </PageState>
    </Card>
  );
};
