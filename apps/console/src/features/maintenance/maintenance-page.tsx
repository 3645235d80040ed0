import { Button, Callout, Card, DateTime, Facts, PageHead, PageState, Skeleton, Tag } from '@ronghui/ui';
import { serverNow } from '@ronghui/web/calls/call';
import { type JSX, useState } from 'react';
import { useAuth } from '#kernel/start-up.ts';
import css from './maintenance.module.css';
import { MaintenanceDialog } from './maintenance-dialog.tsx';
import { type Maintenance, useMaintenance } from './maintenance-queries.ts';

const isAhead = (time: string | null): time is string => time !== null && Date.parse(time) > serverNow();

const NoticeFact = ({ notice }: Pick<Maintenance, 'notice'>): JSX.Element =>
  notice === null || !isAhead(notice.until) ? (
    <>没有通知</>
  ) : (
    <>
      {notice.text}（<DateTime value={notice.from} /> 至 <DateTime value={notice.until} />）
    </>
  );

const ReadOnlyFact = ({ readOnlyUntil }: Pick<Maintenance, 'readOnlyUntil'>): JSX.Element =>
  isAhead(readOnlyUntil) ? (
    <>
      <Tag tone="warn">只读</Tag> 到 <DateTime value={readOnlyUntil} />
      ，运营人员照常办理
    </>
  ) : (
    <>可以提交</>
  );

const State = ({ maintenance }: { readonly maintenance: Maintenance }): JSX.Element => {
  const { line, notice, readOnlyUntil, smsStopped, setBy, setAt } = maintenance;
  return (
    <Card title="现在">
      <div className={css.body}>
        {line === null ? null : <Callout tone="warn">每一页的开头写着：{line}</Callout>}
        <Facts
          items={[
            { label: '维护通知', value: <NoticeFact notice={notice} /> },
            { label: '商户与访客', value: <ReadOnlyFact readOnlyUntil={readOnlyUntil} /> },
            { label: '短信', value: smsStopped ? <Tag tone="bad">已停发</Tag> : '正常发送' },
            {
              label: '上次修改',
              value:
                setAt === undefined ? (
                  ''
                ) : (
                  <>
                    {setBy} <DateTime value={setAt} />
                  </>
                ),
            },
          ]}
        />
      </div>
    </Card>
  );
};

/** Maintenance: announced at the head of every page, read-only until a time, SMS stopped. @source running 6.5 */
export const MaintenancePage = (): JSX.Element => {
  const { query, state } = useMaintenance();
  const mayWrite = useAuth()['ops.system.write'] === true;
  const [isEditing, setEditing] = useState(false);
  return (
    <>
      <PageHead
        pageType="PC"
        title="维护"
        sub="提前通知商户，升级或恢复时让门户只读，出问题时停发短信。"
        actions={
          mayWrite && state.status === 'ready' ? (
            <Button size="small" onClick={() => setEditing(true)}>
              修改
            </Button>
          ) : undefined
        }
      />
      <PageState
        state={state}
        loading={<Skeleton shape="row" count={5} />}
        empty={null}
        onRetry={() => void query.refetch()}
      >
        {(maintenance) => (
          <>
            <State maintenance={maintenance} />
            {isEditing ? <MaintenanceDialog maintenance={maintenance} onClose={() => setEditing(false)} /> : null}
          </>
        )}
      </PageState>
    </>
  );
};
