import { type JSX, useState } from 'react';
import * as ui from '../index.ts';
import { brand, type PageProps, tabs } from './gallery-shell.fixture.tsx';

type Row = { no: string; product: string; amount: string; at: string };

const rows: Row[] = Array.from({ length: 12 }, (_, place) => ({
  no: `DD20261120-${1000 + place}`,
  product: place % 2 === 0 ? '员工弹性福利' : '应收账款保理',
  amount: `¥12,${840 + place}.00`,
  at: '2026-11-20T01:30:00Z',
}));

const columns: readonly ui.Column<Row>[] = [
  { key: 'no', title: '订单号', cell: ({ no }) => no, fixed: true },
  { key: 'product', title: '产品', cell: ({ product }) => product },
  { key: 'status', title: '状态', cell: () => <ui.Tag tone="ok">已开通</ui.Tag> },
  { key: 'at', title: '下单时间', cell: ({ at }) => <ui.DateTime value={at} /> },
  { key: 'amount', title: '金额', cell: ({ amount }) => <ui.Amount text={amount} />, align: 'right' },
];

const fields: readonly ui.FilterField[] = [
  { kind: 'chips', name: 'status', label: '状态', options: [{ value: 'active', label: '已开通' }] },
  { kind: 'text', name: 'no', label: '订单号' },
  { kind: 'select', name: 'pid', label: '产品', options: [{ value: 'p1', label: '保理' }] },
  { kind: 'dates', name: 'from', to: 'to', label: '下单日期' },
  { kind: 'text', name: 'a', label: '负责人' },
  { kind: 'text', name: 'b', label: '备注' },
];

/** A list page behind the login: filter, table or cards, and the detail in a drawer. */
export function List({ pageType }: PageProps): JSX.Element {
  const [values, setValues] = useState<ui.FilterValues>({ status: 'active' });
  const [open, setOpen] = useState<string | null>(null);
  const keyOf = ({ no }: Row) => no;
  const hrefOf = ({ no }: Row) => `#/order?open=${no}`;
  return (
    <ui.AreaFrame
      pageType={pageType}
      header={<ui.PublicHeader pageType={pageType} brand={brand} title="我的订单" backHref="#/" />}
      areaName="商户中心"
      groups={[{ title: '商户中心', items: [{ label: '我的订单', href: '#/order', current: true }] }]}
      breadcrumb={<ui.Breadcrumb items={[{ label: '商户中心', href: '#/' }, { label: '我的订单' }]} />}
      tabs={pageType === 'H5' ? tabs : undefined}
    >
      <ui.PageHead pageType={pageType} title="我的订单" actions={<ui.Button size="small">导出</ui.Button>} />
      <ui.FilterBar pageType={pageType} fields={fields} values={values} onApply={setValues} />
      {pageType === 'H5' ? (
        <ui.CardList
          label="订单"
          rows={rows}
          keyOf={keyOf}
          hrefOf={hrefOf}
          hasMore={false}
          busy={false}
          onMore={() => {}}
        >
          {({ no, product, amount, at }) => (
            <ui.RowCard
              title={product}
              tag={<ui.Tag tone="ok">已开通</ui.Tag>}
              facts={[{ label: '订单号', value: no }]}
              note={<ui.DateTime value={at} />}
              amount={<ui.Amount text={amount} />}
            />
          )}
        </ui.CardList>
      ) : (
        <ui.DataTable
          name="gallery"
          label="订单"
          columns={columns}
          rows={rows}
          keyOf={keyOf}
          hrefOf={hrefOf}
          openKey={open}
          summary="共 12 条"
          foot={<ui.Pagination page={1} pageSize={20} total={12} onPageChange={() => {}} onPageSizeChange={() => {}} />}
        />
      )}
      <ui.Button onClick={() => setOpen('DD20261120-1000')}>看第一单</ui.Button>
      <ui.Drawer open={open !== null} onClose={() => setOpen(null)} title="订单">
        <ui.Facts
          columns={2}
          items={[
            { label: '订单号', value: open },
            { label: '产品', value: '保理' },
          ]}
        />
        <ui.Timeline
          label="经过"
          steps={[
            { key: '1', title: '提交订单', note: '2026-11-20 09:30', tone: 'done' },
            { key: '2', title: '已驳回', text: '资料不全', tone: 'bad' },
            { key: '3', title: '待审核' },
          ]}
        />
      </ui.Drawer>
    </ui.AreaFrame>
  );
}
