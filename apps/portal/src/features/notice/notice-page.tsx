import { noticeKindNames, noticeKinds } from '@ronghui/domain/notice';
import { Button, type FilterField, ListPage } from '@ronghui/ui';
import { lazyPart } from '@ronghui/web/navigation/chunks';
import { showError, showToast } from '@ronghui/web/screen/toasts';
import { type JSX, useState } from 'react';
import { NoticeItem, noticeColumns } from './notice-item.tsx';
import { type Notice, readNotices, useNoticeList } from './notice-queries.ts';
import { unreadStore } from './unread.ts';

/** Fetches it, also ahead. */
export const loadNoticeSettingsDrawer = () => import('./notice-settings.tsx');
const NoticeSettingsDrawer = lazyPart(loadNoticeSettingsDrawer);

const fields: readonly FilterField[] = [
  {
    kind: 'chips',
    name: 'unread',
    label: '已读未读',
    options: [
      { value: '1', label: '未读' },
      { value: '0', label: '已读' },
    ],
  },
  {
    kind: 'select',
    name: 'kind',
    label: '类别',
    options: noticeKinds.map((value) => ({ value, label: noticeKindNames[value] })),
  },
];

const keyOf = ({ noticeId }: Notice): string => noticeId;
const card = (notice: Notice): JSX.Element => <NoticeItem notice={notice} />;

/** The notices of the merchant: on steps to take, on the tenant, on the safety of the account. @source R10.11 */
export const NoticePage = (): JSX.Element => {
  const list = useNoticeList();
  const [asks, setAsks] = useState(false);
  return (
    <>
      <ListPage
        title="通知"
        sub="需要您处理的事、与您的商户和账号有关的变化，都会告诉您。"
        actions={
          <>
            <ReadAll />
            <Button size="small" onClick={() => setAsks(true)}>
              通知设置
            </Button>
          </>
        }
        list={list}
        name="notices"
        label="通知"
        unit="条"
        keyOf={keyOf}
        columns={noticeColumns}
        card={card}
        fields={fields}
        empty={{ title: '还没有通知', text: '订单审核、付款、开通、到期，授权到期，账号安全的变化，都会出现在这里。' }}
      />
      {asks ? <NoticeSettingsDrawer onClose={() => setAsks(false)} /> : null}
    </>
  );
};

const ReadAll = (): JSX.Element => {
  const unread = unreadStore.use();
  const [busy, setBusy] = useState(false);
  const read = async (): Promise<void> => {
    setBusy(true);
    try {
      await readNotices();
      showToast('ok', '已全部标为已读');
    } catch (error) {
      showError('notice.read', error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button size="small" loading={busy} disabled={unread === 0} onClick={() => void read()}>
      全部标为已读
    </Button>
  );
};
