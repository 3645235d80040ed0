import { receptionKindNames, receptionKinds } from '@ronghui/domain/chat/reception-kind';
import { Button, type FilterField, ListPage } from '@ronghui/ui';
import { saveFile } from '@ronghui/web/files/save-file';
import { href } from '@ronghui/web/navigation/hash-location';
import { showError } from '@ronghui/web/screen/toasts';
import { type JSX, useState } from 'react';
import { useListedRows } from '#kernel/listed-rows.ts';
import { paths } from '#kernel/paths.ts';
import { useUser } from '#kernel/start-up.ts';
import { useColleagues } from '../chat-queries.ts';
import { exportReceptions, type Reception, useReceptionList } from './figures-queries.ts';
import { noCategory } from './figures-words.ts';
import { categories } from './reception-categories.ts';
import { ReceptionCard, receptionColumns } from './reception-rows.tsx';

const keyOf = ({ receptionId }: Reception): string => receptionId;
const card = (reception: Reception): JSX.Element => <ReceptionCard reception={reception} />;

/** An option for a value of the address that is none of the usual ones. */
const withChosen = (
  options: readonly { readonly value: string; readonly label: string }[],
  value: string,
  label: string,
) => (value === '' || options.some((option) => option.value === value) ? options : [...options, { value, label }]);

const useFields = ({ category, staffId }: Readonly<Record<'category' | 'staffId', string>>): readonly FilterField[] => {
  const user = useUser();
  const colleagues = useColleagues().data?.items ?? [];
  const own = user === null ? [] : [{ value: user.staffId, label: user.name || user.account }];
  const members = [...own, ...colleagues.map(({ staffId: value, name: label }) => ({ value, label }))];
  return [
    { kind: 'dates', name: 'from', to: 'to', label: '开始日期' },
    {
      kind: 'select',
      name: 'kind',
      label: '范围',
      options: receptionKinds.map((value) => ({ value, label: receptionKindNames[value] })),
    },
    {
      kind: 'select',
      name: 'category',
      label: '类别',
      options: withChosen([...categories, { value: noCategory, label: '未写小结' }], category, category),
    },
    { kind: 'select', name: 'staffId', label: '客服', options: withChosen(members, staffId, '所选的客服') },
  ];
};

/** The receptions of some days, each leading to its conversation. @source service 5.5 */
export const ReceptionListPage = (): JSX.Element => {
  const listed = useReceptionList();
  const rows = listed.rows.status === 'ready' ? listed.rows.data : [];
  const conversations = new Map(rows.map(({ receptionId, conversationId }) => [receptionId, conversationId]));
  const list = { ...listed, openHref: (key: string) => href(paths.chat({ open: conversations.get(key) ?? '' })) };
  useListedRows('receptions', list, keyOf);
  const [isExporting, setExporting] = useState(false);
  const exportFile = async (): Promise<void> => {
    setExporting(true);
    try {
      saveFile(await exportReceptions(listed.filter));
    } catch (error) {
      showError('ops.chat.exportReceptions', error);
    } finally {
      setExporting(false);
    }
  };
  return (
    <ListPage
      title="接待记录"
      sub="按开始的日期；没有选日期时是最近三十天。"
      actions={
        <Button size="small" loading={isExporting} onClick={() => void exportFile()}>
          导出筛选结果
        </Button>
      }
      list={list}
      name="reception"
      label="接待"
      unit="次接待"
      keyOf={keyOf}
      columns={receptionColumns}
      card={card}
      opens
      fields={useFields(listed.values)}
      empty={{ title: '这段时间没有接待', text: '客户在门户里发起咨询之后，会列在这里。' }}
    />
  );
};
