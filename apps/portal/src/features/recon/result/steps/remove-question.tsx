import { ConfirmPopup } from '@ronghui/chat-kit';
import '@ronghui/chat-kit/confirm-popup.css';
import { errorText } from '@ronghui/client';
import { Dialog, PageState, Skeleton } from '@ronghui/ui';
import { useAttemptKey } from '@ronghui/web/calls/attempt-key';
import { navigate } from '@ronghui/web/navigation/hash-location';
import { showToast } from '@ronghui/web/screen/toasts';
import { queryStatus } from '@ronghui/web/state/query-status';
import type { JSX } from 'react';
import { paths } from '#kernel/paths.ts';
import { type Removal, type Run, removeLedger, useRemoval } from '../result-queries.ts';
import { counted } from '../result-words.ts';
import { sizeText } from '../run-facts.tsx';
import css from './steps.module.css';

const title = '删除这份商户账？';

/** Why a ledger is kept. */
const keptTexts: Readonly<Record<NonNullable<Removal['keptFor']>, string>> = {
  closed: '用它做的对账里有已结束的，要作为对账结果单的凭据保留，不能删除。',
  underWay: '正在用它对账，请等对账完成，或先取消。',
};

/** Asks before a ledger is deleted, with what goes with it and what stays. @source R13.4, ux "Merchant area" */
export const RemoveQuestion = ({ run, onClose }: { run: Run; onClose: () => void }): JSX.Element => {
  const { ledgerId } = run;
  const query = useRemoval(ledgerId);
  const attempt = useAttemptKey();
  const removal = query.data;
  const remove = async (): Promise<void> => {
    await attempt({ ledgerId }, removeLedger);
    showToast('ok', '商户账已删除，文件名、大小与校验码仍然保留');
    navigate(paths.reconManagement());
  };
  if (removal === undefined || removal.keptFor !== undefined)
    return (
      <Dialog open onClose={onClose} title={removal === undefined ? title : '这份商户账不能删除'}>
        <PageState
          state={queryStatus('recon.removal', query)}
          loading={<Skeleton shape="row" count={3} />}
          empty={null}
          onRetry={() => void query.refetch()}
        >
          {({ keptFor }) => (keptFor === undefined ? null : <p>{keptTexts[keptFor]}</p>)}
        </PageState>
      </Dialog>
    );
  return (
    <ConfirmPopup
      open
      onClose={onClose}
      title={title}
      confirmText="删除"
      cancelText="不删除"
      onConfirm={remove}
      errorText={(error) => errorText('recon.removeLedger', error)}
    >
      <Question removal={removal} />
    </ConfirmPopup>
  );
};

const Question = ({ removal: { name, size, runs, trials, first } }: { removal: Removal }): JSX.Element => {
  const stages = [...new Set(first.map(({ stageName }) => stageName))].join('、');
  const trialText = trials === 0 ? '' : `和 ${counted(trials, '次')}试算`;
  return (
    <div className={css.question}>
      <p className={css.left}>
        将删除文件“{name}”（{sizeText(size)}）
        {runs === 0 ? '。' : `，以及用它做的 ${counted(runs, '次')}对账${trialText}（${stages}）。`}
      </p>
      <p>这些对账的结果、人工处理和备注一并删除，不能恢复。</p>
      <p>文件名、大小与校验码长期保留；已提出的差异反馈和已设的差异规则不受影响。文件所占的空间立即释放。</p>
    </div>
  );
};
