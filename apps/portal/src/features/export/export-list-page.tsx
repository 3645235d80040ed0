import { Button, ListPage } from '@ronghui/ui';
import { href } from '@ronghui/web/navigation/hash-location';
import type { JSX } from 'react';
import { CertifyFirst } from '#features/certification/certification.shared.ts';
import { paths } from '#kernel/paths.ts';
import { type Export, useExportList } from './export-queries.ts';
import { ExportCard, exportColumns } from './export-rows.tsx';

const keyOf = ({ exportId }: Export): string => exportId;
const card = (item: Export): JSX.Element => <ExportCard item={item} />;

/** The exports of the tenant: how far they are, and their files. @source R10.5, R4.13, ux "Merchant area" */
export const ExportListPage = (): JSX.Element => {
  const { list, isUncertified } = useExportList();
  if (isUncertified) return <CertifyFirst title="导出任务" text="数据导出在企业认证通过后开放。" />;
  return (
    <ListPage
      title="导出任务"
      sub="各列表导出的文件都在这里，到期前可以反复下载。"
      list={list}
      name="exports"
      label="导出"
      unit="次导出"
      keyOf={keyOf}
      columns={exportColumns}
      card={card}
      empty={{
        title: '还没有导出',
        text: '在订单、账单、明细等列表里点“导出”，文件生成后在这里下载。',
        action: <Button href={href(paths.orders())}>去看订单</Button>,
      }}
    />
  );
};
