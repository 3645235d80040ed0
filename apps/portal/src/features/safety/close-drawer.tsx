import { Button, Callout, Drawer, EmptyState, PageState, Skeleton, Tag } from '@ronghui/ui';
import { type JSX, useState } from 'react';
import { queryStatus } from '#kernel/query-status.ts';
import { askForProof } from '#kernel/step-up.ts';
import { showError, showToast } from '#kernel/toasts.ts';
import css from './safety.module.css';
import { type CloseConditions, closeAccount, useCloseConditions } from './safety-queries.ts';

/** The conditions of closing the account as a list, what follows, and the wish itself. @source R10.9 */
export const CloseDrawer = ({ onClose }: { onClose: () => void }): JSX.Element => {
  const [openedAt] = useState(Date.now);
  const query = useCloseConditions(openedAt);
  const [busy, setBusy] = useState(false);
  const apply = async (): Promise<void> => {
    setBusy(true);
    try {
      const stepTicket = await askForProof('注销账号', 'closeAccount');
      if (stepTicket === null) return;
      await closeAccount(stepTicket);
      showToast('ok', '已申请注销，到期前可以撤回');
      onClose();
    } catch (error) {
      showError('user.closeAccount', error);
      void query.refetch();
    } finally {
      setBusy(false);
    }
  };
  return (
    <Drawer
      open
      title="注销账号"
      onClose={onClose}
      actions={
        <Button variant="danger" loading={busy} disabled={query.data?.canClose !== true} onClick={() => void apply()}>
          申请注销
        </Button>
      }
    >
      <PageState
        state={queryStatus('user.closeConditions', query)}
        loading={<Skeleton shape="row" count={4} />}
        empty={<EmptyState title="没有需要满足的条件" />}
        onRetry={() => void query.refetch()}
      >
        {(conditions) => <Conditions conditions={conditions} />}
      </PageState>
    </Drawer>
  );
};

const Conditions = ({ conditions: { items, graceDays } }: { conditions: CloseConditions }): JSX.Element => (
  <>
    <ul className={css.list} aria-label="注销条件">
      {items.map(({ key, met, title, text }) => (
        <li key={key} className={css.row}>
          <div className={css.words}>
            <p>{title}</p>
            <p className={css.note}>{text}</p>
          </div>
          <Tag tone={met ? 'ok' : 'bad'}>{met ? '已满足' : '未满足'}</Tag>
        </li>
      ))}
    </ul>
    <Callout tone="warn">
      申请后 {graceDays}{' '}
      天生效，期间可以照常使用，也可以随时撤回。生效后不能再登录，绑定的邮箱、动态口令与设备会删除；依法须保存的订单、授权等记录按规定期限保存。
    </Callout>
  </>
);
