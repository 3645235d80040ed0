import { dayLater, dayOf, isDay } from '@ronghui/domain/calendar';
import { smsProviderNames, smsSceneNames, unitPriceText } from '@ronghui/domain/sender/sms';
import {
  Button,
  Callout,
  Card,
  CopyButton,
  DateTime,
  EmptyState,
  Facts,
  FilterBar,
  type FilterField,
  PageHead,
  PageState,
  Skeleton,
  Tag,
} from '@ronghui/ui';
import { serverNow } from '@ronghui/web/calls/call';
import { usePageType } from '@ronghui/web/screen/page-type';
import { useListState } from '@ronghui/web/state/list-state';
import { type JSX, useState } from 'react';
import { useAuth } from '#kernel/start-up.ts';
import { FigureCards } from './figure-cards.tsx';
import css from './sender.module.css';
import { type Asked, type Setting, useFigures, useSettings } from './sender-queries.ts';
import { SettingDialog } from './setting-dialog.tsx';
import { TestDialog } from './test-dialog.tsx';

const names = ['from', 'to'] as const;
const fields: readonly FilterField[] = [{ kind: 'dates', name: 'from', to: 'to', label: '日期' }];
const shownDays = 7;
const daysAtMost = 31;

const askedOf = ({ from, to }: Readonly<Record<(typeof names)[number], string>>): Asked => {
  const last = to === '' ? dayOf(new Date(serverNow())) : to;
  return { from: from === '' && isDay(last) ? dayLater(last, 1 - shownDays) : from, to: last };
};

/** What keeps a range from being asked for; the server says the same. */
const faultOf = ({ from, to }: Asked): string | undefined => {
  if (!isDay(from) || !isDay(to)) return '请选择有效的日期';
  if (from > to) return '结束日期不能早于开始日期';
  return dayLater(from, daysAtMost - 1) < to ? `一次最多查看 ${daysAtMost}\u00a0天` : undefined;
};

const SettingCard = ({ setting, onEdit }: { readonly setting: Setting; readonly onEdit?: () => void }): JSX.Element => {
  const { provider, inUse, missing, restsUntil, signName, region, templates, hundredthFen, savedAt, savedBy } = setting;
  return (
    <Card
      title={
        <>
          {smsProviderNames[provider]} <Tag tone={inUse ? 'ok' : 'neutral'}>{inUse ? '使用中' : '未启用'}</Tag>
        </>
      }
      actions={
        onEdit === undefined ? undefined : (
          <Button size="small" onClick={onEdit}>
            修改
          </Button>
        )
      }
    >
      {inUse && missing.length > 0 ? (
        <Callout tone="warn">
          以下场景还没有模板，短信会改走下一个通道：{missing.map((scene) => smsSceneNames[scene]).join('、')}
        </Callout>
      ) : null}
      {restsUntil === undefined ? null : (
        <Callout tone="bad">
          连续失败后暂停到 <DateTime value={restsUntil} />
        </Callout>
      )}
      <Facts
        columns={2}
        items={[
          { label: '短信签名', value: signName },
          { label: '地域', value: region },
          { label: '模板', value: provider === 'http' ? '由自有平台决定' : `${templates.length}\u00a0个场景` },
          { label: '每条价格', value: `¥${unitPriceText(hundredthFen)}` },
          {
            label: '送达报告地址',
            value: (
              <>
                <code className={css.path}>{setting.reportPath}</code>{' '}
                <CopyButton text={location.origin + setting.reportPath} />
              </>
            ),
          },
          {
            label: '上次修改',
            value:
              savedAt === undefined ? (
                ''
              ) : (
                <>
                  {savedBy} <DateTime value={savedAt} />
                </>
              ),
          },
        ]}
      />
    </Card>
  );
};

/** The senders of SMS and mail: what is entered of each provider, how they do, and a message to try them. @source R14.3, running 2.2, 2.5 */
export const SenderPage = (): JSX.Element => {
  const pageType = usePageType();
  const { values, apply, clear } = useListState(names);
  const { query, state } = useSettings();
  const mayWrite = useAuth()['ops.system.write'] === true;
  const [edited, setEdited] = useState<Setting['provider'] | null>(null);
  const [isTesting, setTesting] = useState(false);
  const asked = askedOf(values);
  const fault = faultOf(asked);
  // Asked for beside the settings, and shown below them: what stands above does not push it down when it comes.
  const figures = useFigures(asked, fault === undefined);
  return (
    <>
      <PageHead
        pageType="PC"
        title="短信与邮件"
        sub="通道与密钥由启动配置决定；签名、模板与价格在这里填写。"
        actions={
          mayWrite ? (
            <Button size="small" onClick={() => setTesting(true)}>
              发送测试短信
            </Button>
          ) : undefined
        }
      />
      <PageState
        state={state}
        loading={<Skeleton shape="row" count={8} />}
        empty={null}
        onRetry={() => void query.refetch()}
      >
        {({ order, settings }) => (
          <div className={css.body}>
            {order.length === 0 ? (
              <Callout tone="warn">当前没有启用短信通道，短信写入数据目录中的文件。</Callout>
            ) : (
              <p className={css.note}>发送顺序：{order.map((each) => smsProviderNames[each]).join(' → ')}</p>
            )}
            {settings.map((setting) => (
              <SettingCard
                key={setting.provider}
                setting={setting}
                {...(mayWrite ? { onEdit: () => setEdited(setting.provider) } : {})}
              />
            ))}
            {settings
              .filter(({ provider }) => provider === edited)
              .map((setting) => (
                <SettingDialog key={setting.provider} setting={setting} onClose={() => setEdited(null)} />
              ))}
            <FilterBar
              pageType={pageType}
              fields={fields}
              values={{ from: asked.from, to: asked.to }}
              onChange={apply}
              onClear={clear}
            />
            {fault === undefined ? (
              <FigureCards figures={figures} />
            ) : (
              <EmptyState title={fault} text="请在上方改日期。" />
            )}
          </div>
        )}
      </PageState>
      {isTesting ? <TestDialog onClose={() => setTesting(false)} /> : null}
    </>
  );
};
