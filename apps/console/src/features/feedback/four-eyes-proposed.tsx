import { rmbText } from '@ronghui/domain/money';
import { Button, Callout, DateTime } from '@ronghui/ui';
import { useAttemptKey } from '@ronghui/web/calls/attempt-key';
import { showError, showToast } from '@ronghui/web/screen/toasts';
import { type JSX, useState } from 'react';
import { withProofIf } from '#features/staff/staff.shared.ts';
import css from './feedback.module.css';
import { decideFourEyes, type FourEyes } from './feedback-queries.ts';

type Decision = 'released' | 'sentBack' | 'takenBack';

const done: Readonly<Record<Decision, string>> = {
  released: '已放宽复核设置',
  sentBack: '已退回，复核设置不变',
  takenBack: '已收回，复核设置不变',
};

/** A looser limit that waits for a second member of staff; who proposed it may only take it back. @source R11.6 */
export const ProposedLimit = ({ setting }: { setting: FourEyes }): JSX.Element | null => {
  const { proposed, revision } = setting;
  const attempt = useAttemptKey();
  const [running, setRunning] = useState<Decision>();
  if (proposed === undefined) return null;
  const decide = async (decision: Decision): Promise<void> => {
    setRunning(decision);
    try {
      const decided = await withProofIf(decision === 'released', '放宽复核设置', (stepTicket) =>
        attempt({ decision, revision, stepTicket }, decideFourEyes),
      );
      if (decided !== null) showToast('ok', done[decision]);
    } catch (error) {
      showError('ops.feedback.decideFourEyes', error);
    } finally {
      setRunning(undefined);
    }
  };
  const button = (decision: Decision, label: string): JSX.Element => (
    <Button size="small" loading={running === decision} onClick={() => void decide(decision)}>
      {label}
    </Button>
  );
  return (
    <Callout tone="warn" role="status">
      <p>
        {proposed.isOwn ? '您' : proposed.by} 于 <DateTime value={proposed.at} /> 提出
        {proposed.aboveAmount === 0 ? '不再复核' : `放宽到 ${rmbText(proposed.aboveAmount)}`}
        ，等另一位同事复核；之前仍按 {rmbText(setting.aboveAmount)} 复核。
      </p>
      <div className={css.actions}>
        {proposed.isOwn ? (
          button('takenBack', '收回')
        ) : (
          <>
            {button('released', '同意放宽')}
            {button('sentBack', '不同意')}
          </>
        )}
      </div>
    </Callout>
  );
};

/** Nobody is there who could release: what needs a second would wait for ever, so it says what else can be done. @source R11.6 */
export const AloneNote = (): JSX.Element => (
  <Callout tone="warn">
    现在只有一位在用的同事有账务权限，没有人能复核。请先由管理员为另一位同事开通财务角色，由您开通或重置的账号七天后才能复核您的答复；急需办理的，可先驳回并说明，差额在下一期导入更正明细。出账、结算和不须复核的答复不受影响。
  </Callout>
);
