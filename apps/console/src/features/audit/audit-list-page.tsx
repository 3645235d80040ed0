import { Button, type FilterField, ListPage } from '@ronghui/ui';
import { useAttemptKey } from '@ronghui/web/calls/attempt-key';
import { lazyPart } from '@ronghui/web/navigation/chunks';
import { showError } from '@ronghui/web/screen/toasts';
import { type JSX, useState } from 'react';
import { useNameFilter } from '#features/bill/bill.shared.ts';
import { useAuth } from '#kernel/start-up.ts';
import { askedOf, type Event, exportEvents, isMaking, useEventList, useLastExport } from './audit-queries.ts';
import { EventCard, eventColumns } from './audit-rows.tsx';
import { areaNames } from './audit-words.ts';
import { ChainCard } from './chain-card.tsx';
import { useEventFilter } from './event-filter.ts';
import { ExportState } from './trail-export.tsx';

const AuditDrawer = lazyPart(() => import('./audit-drawer.tsx'));

const keyOf = ({ eventId }: Event): string => eventId;
const card = (event: Event): JSX.Element => <EventCard event={event} />;
const areaField: FilterField = {
  kind: 'chips',
  name: 'area',
  label: '范围',
  options: Object.entries(areaNames).map(([value, label]) => ({ value, label })),
};

const useFields = (values: Readonly<Record<'area' | 'event' | 'tenantId', string>>): readonly FilterField[] => [
  areaField,
  { kind: 'text', name: 'actor', label: '操作人', placeholder: '账号、姓名或编号', maxLength: 64 },
  { kind: 'text', name: 'object', label: '对象', placeholder: '订单号、申请号等编号', maxLength: 64 },
  { kind: 'dates', name: 'from', to: 'to', label: '日期' },
  useNameFilter('tenant', { name: 'tenantId', label: '商户', value: values.tenantId }),
  useEventFilter(values),
  {
    kind: 'select',
    name: 'outcome',
    label: '结果',
    options: [
      { value: 'ok', label: '成功' },
      { value: 'refused', label: '被拒绝' },
    ],
  },
];

/** The audit trail: every change and every refusal that matters, and whether it still is as it was written. @source R11.7 */
export const AuditListPage = (): JSX.Element => {
  const list = useEventList();
  const fields = useFields(list.values);
  const mayWrite = useAuth()['ops.audit.write'] === true;
  const { last, isSilent } = useLastExport(mayWrite);
  const attempt = useAttemptKey();
  const [isAsking, setAsking] = useState(false);
  const ask = async (): Promise<void> => {
    setAsking(true);
    try {
      await attempt(askedOf(list.filter), exportEvents);
    } catch (error) {
      showError('ops.audit.export', error);
    } finally {
      setAsking(false);
    }
  };
  return (
    <>
      <ListPage
        title="审计"
        sub="谁在什么时候做了什么，最新的在前；记录只增不改。"
        actions={
          mayWrite ? (
            <Button size="small" loading={isAsking} disabled={isMaking(last)} onClick={() => void ask()}>
              导出 CSV
            </Button>
          ) : undefined
        }
        before={
          <>
            {last === null ? null : <ExportState last={last} isSilent={isSilent} />}
            <ChainCard from={list.values.from} to={list.values.to} />
          </>
        }
        list={list}
        name="audit"
        label="审计记录"
        unit="条记录"
        keyOf={keyOf}
        columns={eventColumns}
        card={card}
        opens
        fields={fields}
        empty={{ title: '还没有审计记录', text: '有人办理之后，会记在这里。' }}
      />
      {list.open === null ? null : <AuditDrawer key={list.open} eventId={list.open} onClose={list.close} />}
    </>
  );
};
