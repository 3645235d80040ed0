import { ConfirmPopup } from '@ronghui/chat-kit';
import '@ronghui/chat-kit/confirm-popup.css';
import { errorText } from '@ronghui/client';
import { Button, Card, Tag } from '@ronghui/ui';
import { lazyPart } from '@ronghui/web/navigation/chunks';
import { showError, showToast } from '@ronghui/web/screen/toasts';
import { type JSX, useState } from 'react';
import css from './safety.module.css';
import { disableTotp, enrolTotp, type Safety, setNewDeviceProof, type TotpSecret } from './safety-queries.ts';
import { withProof } from './step-up.ts';

/** Fetches it, also ahead. */
export const loadTotpDrawer = () => import('./totp-drawer.tsx');
const TotpDrawer = lazyPart(loadTotpDrawer);

/** The further proofs of a login: a one-time password, or a code on a new device. @source R10.9 */
export const ProtectionCard = ({ safety }: { safety: Safety }): JSX.Element => (
  <Card title="登录保护">
    <ul className={css.list} aria-label="登录保护">
      <TotpRow totp={safety.totp} />
      <NewDeviceRow on={safety.newDeviceProof} covered={safety.totp.on} />
    </ul>
  </Card>
);

/** A button that is busy while its step runs, and shows why the step failed. */
const useStep = (operationId: string) => {
  const [busy, setBusy] = useState(false);
  const run = async (step: () => Promise<void>): Promise<void> => {
    setBusy(true);
    try {
      await step();
    } catch (error) {
      showError(operationId, error);
    } finally {
      setBusy(false);
    }
  };
  return { busy, run };
};

const TotpRow = ({ totp }: Pick<Safety, 'totp'>): JSX.Element => {
  const [secret, setSecret] = useState<TotpSecret>();
  const [asks, setAsks] = useState(false);
  const { busy, run } = useStep('user.enrolTotp');
  const enrol = async (): Promise<void> => {
    const enrolled = await withProof('开启动态口令', enrolTotp);
    if (enrolled !== null) setSecret(enrolled);
  };
  return (
    <li className={css.row}>
      <div className={css.words}>
        <p className={css.name}>动态口令 {totp.on ? <Tag tone="ok">已开启</Tag> : <Tag>未开启</Tag>}</p>
        <p className={css.note}>
          {totp.on
            ? `登录时除密码外还需身份验证器的 6\u00a0位数字；恢复码还剩 ${totp.recoveryCodesLeft}\u00a0个。`
            : '登录时除密码外，再输入身份验证器显示的 6\u00a0位数字，密码泄露也不会被冒用。'}
        </p>
      </div>
      <Button size="small" loading={busy} onClick={() => (totp.on ? setAsks(true) : void run(enrol))}>
        {totp.on ? '解除' : '开启'}
      </Button>
      {asks ? <DisableQuestion codesLeft={totp.recoveryCodesLeft} onClose={() => setAsks(false)} /> : null}
      {secret === undefined ? null : <TotpDrawer secret={secret} onClose={() => setSecret(undefined)} />}
    </li>
  );
};

interface DisableProps {
  /** The number of unused recovery codes. */
  readonly codesLeft: number;
  readonly onClose: () => void;
}

const DisableQuestion = ({ codesLeft, onClose }: DisableProps): JSX.Element => {
  const disable = async (): Promise<boolean> => {
    if ((await withProof('解除动态口令', disableTotp)) === null) return false;
    showToast('ok', '动态口令已解除');
    return true;
  };
  return (
    <ConfirmPopup
      open
      danger
      onClose={onClose}
      title="解除动态口令？"
      confirmText="解除"
      cancelText="暂不解除"
      onConfirm={disable}
      errorText={(error) => errorText('user.disableTotp', error)}
    >
      登录时不再要求动态口令。身份验证器里的密钥{codesLeft > 0 ? `和剩余的 ${codesLeft}\u00a0个恢复码` : ''}
      立即作废，不能恢复；再次开启须重新绑定。
    </ConfirmPopup>
  );
};

const NewDeviceRow = ({ on, covered }: { on: boolean; covered: boolean }): JSX.Element => {
  const { busy, run } = useStep('user.setNewDeviceProof');
  const toggle = async (): Promise<void> => {
    const name = on ? '关闭新设备短信验证' : '开启新设备短信验证';
    if ((await withProof(name, (stepTicket) => setNewDeviceProof(!on, stepTicket))) === null) return;
    showToast('ok', on ? '新设备短信验证已关闭' : '新设备短信验证已开启');
  };
  return (
    <li className={css.row}>
      <div className={css.words}>
        <p className={css.name}>新设备短信验证 {on ? <Tag tone="ok">已开启</Tag> : <Tag>未开启</Tag>}</p>
        <p className={css.note}>
          {covered ? '已开启动态口令，新设备以动态口令验证。' : '在没有登录过的设备上，除密码外还需短信验证码。'}
        </p>
      </div>
      <Button size="small" loading={busy} onClick={() => void run(toggle)}>
        {on ? '关闭' : '开启'}
      </Button>
    </li>
  );
};
