import { noticeKindNames } from '@ronghui/domain/notice';
import { Button, Callout, Checkbox, Drawer, EmptyState, PageState, Skeleton, VisuallyHidden } from '@ronghui/ui';
import { href } from '@ronghui/web/navigation/hash-location';
import { showError, showToast } from '@ronghui/web/screen/toasts';
import { queryStatus } from '@ronghui/web/state/query-status';
import { type JSX, useState } from 'react';
import { paths } from '#kernel/paths.ts';
import css from './notice-page.module.css';
import { type NoticeSettings, saveNoticeSettings, useNoticeSettings } from './notice-queries.ts';

type Item = NoticeSettings['items'][number];

/** Settings for what is sent on by SMS and mail; notices in the site are always created. @source R10.11 */
export const NoticeSettingsDrawer = ({ onClose }: { onClose: () => void }): JSX.Element => {
  const query = useNoticeSettings(true);
  return (
    <Drawer open title="通知设置" onClose={onClose}>
      <PageState
        state={queryStatus('notice.settings', query)}
        loading={<Skeleton shape="row" count={7} />}
        empty={<EmptyState title="没有可设置的通知" />}
        onRetry={() => void query.refetch()}
      >
        {(settings) => <SettingsForm settings={settings} onSaved={onClose} />}
      </PageState>
    </Drawer>
  );
};

const channels = [
  { name: 'sms', label: '短信' },
  { name: 'mail', label: '邮件' },
] as const;

const SettingsForm = ({ settings, onSaved }: { settings: NoticeSettings; onSaved: () => void }): JSX.Element => {
  const [items, setItems] = useState(settings.items);
  const [busy, setBusy] = useState(false);
  const change = (kind: Item['kind'], changes: Partial<Item>) =>
    setItems(items.map((item) => (item.kind === kind ? { ...item, ...changes } : item)));
  const save = async (): Promise<void> => {
    setBusy(true);
    try {
      await saveNoticeSettings(items);
      showToast('ok', '通知设置已保存');
      onSaved();
    } catch (error) {
      showError('notice.saveSettings', error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <p className={css.note}>站内通知总会送达；还可以选择同时用短信或邮件提醒您本人。</p>
      {settings.hasEmail ? null : (
        <Callout>
          邮件提醒需要先绑定邮箱。<a href={href(paths.safety())}>去绑定</a>
        </Callout>
      )}
      <table className={css.settings}>
        <caption>
          <VisuallyHidden>每类通知的提醒方式</VisuallyHidden>
        </caption>
        <tbody>
          {items.map(({ kind, ...item }) => (
            <tr key={kind}>
              <th scope="row">{noticeKindNames[kind]}</th>
              {channels.map(({ name, label }) => (
                <td key={name}>
                  <Checkbox
                    checked={item[name]}
                    disabled={name === 'mail' && !settings.hasEmail}
                    aria-label={`${noticeKindNames[kind]}：${label}`}
                    onCheckedChange={(checked) => change(kind, { [name]: checked })}
                  >
                    {label}
                  </Checkbox>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <Button variant="primary" block loading={busy} onClick={() => void save()}>
        保存
      </Button>
    </>
  );
};
