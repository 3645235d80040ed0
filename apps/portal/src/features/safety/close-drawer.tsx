import { ConfirmPopup } from '@ronghui/chat-kit';
import '@ronghui/chat-kit/confirm-popup.css';
import { errorText } from '@ronghui/client';
import { Button, Callout, Drawer, EmptyState, PageState, Skeleton, Tag } from '@ronghui/ui';
import { showToast } from '@ronghui/web/screen/toasts';
import { queryStatus } from '@ronghui/web/state/query-status';
import { type JSX, useState } from 'react';
import { withContact } from '#kernel/contact-link.tsx';
import css from './safety.module.css';
import { type CloseConditions, closeAccount, useCloseConditions } from './safety-queries.ts';
import { withProof } from './step-up.ts';

/** Closes the account: lists its conditions and consequences. @source R10.9 */
export const CloseDrawer = ({ onClose }: { onClose: () => void }): JSX.Element => {
  const [openedAt] = useState(Date.now);
  const query = useCloseConditions(openedAt);
  const [asks, setAsks] = useState(false);
  const { canClose = false, graceDays = 0 } = query.data ?? {};
  return (
    <Drawer
      open
      title="注销账号"
      onClose={onClose}
      actions={
        <Button variant="danger" disabled={!canClose} onClick={() => setAsks(true)}>
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
      {asks ? (
        <CloseQuestion
          graceDays={graceDays}
          onClose={() => setAsks(false)}
          onClosed={onClose}
          onFailed={() => void query.refetch()}
        />
      ) : null}
    </Drawer>
  );
};

interface QuestionProps {
  /** @unit days */
  readonly graceDays: number;
  readonly onClose: () => void;
  readonly onClosed: () => void;
  /** Fetches the conditions again, because they may have changed. */
  readonly onFailed: () => void;
}

const CloseQuestion = ({ graceDays, onClose, onClosed, onFailed }: QuestionProps): JSX.Element => {
  const apply = async (): Promise<boolean> => {
    try {
      if ((await withProof('注销账号', closeAccount, 'closeAccount')) === null) return false;
    } catch (error) {
      onFailed();
      throw error;
    }
    showToast('ok', '已申请注销，到期前可以撤回');
    onClosed();
    return true;
  };
  return (
    <ConfirmPopup
      open
      danger
      onClose={onClose}
      title="申请注销账号？"
      confirmText="申请注销"
      cancelText="暂不注销"
      onConfirm={apply}
      errorText={(error) => errorText('user.closeAccount', error)}
    >
      {graceDays}
      &nbsp;天后账号永久注销，不能再登录，绑定的邮箱、动态口令与设备会删除，不能恢复。在那之前可以随时撤回申请。
    </ConfirmPopup>
  );
};

const Conditions = ({ conditions: { items, graceDays } }: { conditions: CloseConditions }): JSX.Element => (
  <>
    <ul className={css.list} aria-label="注销条件">
      {items.map(({ key, met, title, text }) => (
        <li key={key} className={css.row}>
          <div className={css.words}>
            <p>{title}</p>
            <p className={css.note}>{withContact(text)}</p>
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
