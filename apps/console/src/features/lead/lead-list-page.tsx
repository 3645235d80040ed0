import { leadSourceNames, leadSources, leadStatuses, leadStatusNames } from '@ronghui/domain/lead';
import { Button, type FilterField, ListPage } from '@ronghui/ui';
import { saveFile } from '@ronghui/web/files/save-file';
import { lazyPart } from '@ronghui/web/navigation/chunks';
import { showError } from '@ronghui/web/screen/toasts';
import { type JSX, useState } from 'react';
import { useListedRows } from '#kernel/listed-rows.ts';
import { exportLeads, type Lead, useLeadList } from './lead-queries.ts';
import { LeadCard, leadColumns } from './lead-rows.tsx';

const LeadDrawer = lazyPart(() => import('./lead-drawer.tsx'));

const keyOf = ({ ticketNo }: Lead): string => ticketNo;
const card = (lead: Lead): JSX.Element => <LeadCard lead={lead} />;
const fields: readonly FilterField[] = [
  {
    kind: 'chips',
    name: 'status',
    label: '状态',
    options: leadStatuses.map((value) => ({ value, label: leadStatusNames[value] })),
  },
  {
    kind: 'text',
    name: 'keyword',
    label: '工单号、公司或产品',
    placeholder: '工单号开头，或公司、产品名称的一部分',
    maxLength: 60,
  },
  {
    kind: 'select',
    name: 'source',
    label: '来源',
    options: leadSources.map((value) => ({ value, label: leadSourceNames[value] })),
  },
  {
    kind: 'select',
    name: 'owner',
    label: '负责人',
    options: [
      { value: 'mine', label: '我' },
      { value: 'none', label: '未领取' },
    ],
  },
  { kind: 'select', name: 'due', label: '提醒', options: [{ value: 'yes', label: '已到期' }] },
  { kind: 'dates', name: 'from', to: 'to', label: '提交日期' },
];

/** Trials that were asked for and messages from the portal, on their way to a merchant. @source R11.4 */
export const LeadListPage = (): JSX.Element => {
  const list = useLeadList();
  useListedRows('leads', list, keyOf);
  const [isExporting, setExporting] = useState(false);
  const exportFile = async (): Promise<void> => {
    setExporting(true);
    try {
      saveFile(await exportLeads(list.filter));
    } catch (error) {
      showError('ops.lead.export', error);
    } finally {
      setExporting(false);
    }
  };
  return (
    <>
      <ListPage
        title="线索"
        sub="门户里的试用申请与留言；姓名与号码默认隐藏，导出的文件里也是。"
        actions={
          <Button size="small" loading={isExporting} onClick={() => void exportFile()}>
            导出筛选结果
          </Button>
        }
        list={list}
        name="lead"
        label="线索"
        unit="条线索"
        keyOf={keyOf}
        columns={leadColumns}
        card={card}
        opens
        fields={fields}
        empty={{ title: '还没有线索', text: '有人在门户申请试用或留言之后，会列在这里。' }}
      />
      {list.open === null ? null : <LeadDrawer ticketNo={list.open} onClose={list.close} />}
    </>
  );
};
