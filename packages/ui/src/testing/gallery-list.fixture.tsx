import { type JSX, useState } from 'react';
import * as ui from '../index.ts';
import { brand, type PageProps } from './gallery-shell.fixture.tsx';

type Row = { no: string; product: string; status: string; amount: string; at: string };

const rows: Row[] = Array.from({ length: 12 }, (_, place) => ({
  no: `DD20261120-${1000 + place}`,
  product: place % 2 === 0 ? '员工弹性福利' : '应收账款保理',
  status: '已开通',
  amount: `¥12,${840 + place}.00`,
  at: '2026-11-20T01:30:00Z',
}));

const columns: ui.ListColumns<Row> = {
  no: { title: '订单号', cell: ({ no }) => no, fixed: true },
  product: { title: '产品', cell: ({ product }) => product },
  status: { title: '状态', cell: ({ status }) => <ui.Tag tone="ok">{status}</ui.Tag> },
  at: { title: '下单时间', cell: ({ at }) => <ui.DateTime value={at} /> },
  amount: { title: '金额', cell: ({ amount }) => <ui.Amount text={amount} />, align: 'right' },
};

const cardsOnly: ui.ListColumns<Row> = {
  no: 'elsewhere',
  product: 'elsewhere',
  status: 'elsewhere',
  at: 'elsewhere',
  amount: 'elsewhere',
};

const fields: readonly ui.FilterField[] = [
  { kind: 'chips', name: 'status', label: '状态', options: [{ value: 'active', label: '已开通' }] },
  { kind: 'text', name: 'no', label: '订单号' },
  { kind: 'select', name: 'pid', label: '产品', options: [{ value: 'p1', label: '保理' }] },
  { kind: 'dates', name: 'from', to: 'to', label: '下单日期' },
  { kind: 'text', name: 'a', label: '负责人' },
  { kind: 'text', name: 'b', label: '备注' },
];

/** A list whose filter narrows nothing: what it looks like in `state`. */
function useList(pageType: ui.PageType, state: ui.ListView<Row>['rows']): ui.ListView<Row> {
  const [values, setValues] = useState<ui.FilterValues>({ status: 'active' });
  const [page, setPage] = useState(1);
  const common = {
    pageType,
    rows: state,
    busy: false,
    retry: () => {},
    total: state.status === 'ready' ? state.data.length : undefined,
    totalIsExact: true,
    values,
    isFiltered: Object.values(values).some((value) => value !== ''),
    apply: (changes: ui.FilterValues) => setValues({ ...values, ...changes }),
    clear: () => setValues({}),
    open: null,
    openHref: (key: string) => `#/order?open=${key}`,
  };
  return pageType === 'H5'
    ? { ...common, more: { hasMore: false, failure: null, onMore: () => {} } }
    : { ...common, pages: { page, pageSize: 10, onPageChange: setPage, onPageSizeChange: () => {} } };
}

const words = {
  name: 'gallery',
  label: '订单',
  unit: '笔订单',
  keyOf: ({ no }: Row) => no,
  card: ({ no, product, amount, at }: Row) => (
    <ui.RowCard
      title={product}
      tag={<ui.Tag tone="ok">已开通</ui.Tag>}
      facts={[{ label: '订单号', value: no }]}
      note={<ui.DateTime value={at} />}
      amount={<ui.Amount text={amount} />}
    />
  ),
  empty: { title: '还没有订单', text: '下单之后在这里跟进每一步。' },
};

function Frame({ pageType, children }: PageProps & { children: JSX.Element }): JSX.Element {
  return (
    <ui.AreaFrame
      pageType={pageType}
      header={<ui.PublicHeader pageType={pageType} brand={brand} title="我的订单" backHref="#/" />}
      areaName="商户中心"
      groups={[{ title: '商户中心', items: [{ label: '我的订单', href: '#/order', current: true }] }]}
      breadcrumb={<ui.Breadcrumb items={[{ label: '商户中心', href: '#/' }, { label: '我的订单' }]} />}
    >
      {children}
    </ui.AreaFrame>
  );
}

/** A list page behind the login: filter, sums, table or cards, chosen rows, and the detail in a drawer. */
export function List({ pageType }: PageProps): JSX.Element {
  const list = useList(pageType, { status: 'ready', data: rows });
  const [chosen, setChosen] = useState<ReadonlyMap<string, Row>>(new Map(rows.slice(0, 1).map((row) => [row.no, row])));
  const [open, setOpen] = useState<string | null>(null);
  return (
    <Frame pageType={pageType}>
      <>
        <ui.ListPage
          {...words}
          title="我的订单"
          actions={<ui.Button size="small">导出</ui.Button>}
          list={list}
          columns={columns}
          opens
          fields={fields}
          sums={[
            { label: '本次筛选应付', value: <ui.Amount text="¥156,126.00" /> },
            { label: '待确认', value: undefined },
          ]}
          selection={{
            chosen,
            onChosenChange: setChosen,
            canChoose: ({ no }) => no !== 'DD20261120-1003',
            summary: '合计 ¥12,840.00',
            all: { text: '选中本筛选全部 12 笔', onPress: () => setChosen(new Map(rows.map((row) => [row.no, row]))) },
            actions: <ui.Button size="small">核对并确认…</ui.Button>,
          }}
        />
        <ui.Button onClick={() => setOpen('DD20261120-1000')}>看第一单</ui.Button>
        <ui.Drawer open={open !== null} onClose={() => setOpen(null)} title="订单">
          <ui.Facts
            columns={2}
            items={[
              { label: '订单号', value: open },
              { label: '产品', value: '保理' },
            ]}
          />
          <ui.FormField label="付款日期">
            <Day />
          </ui.FormField>
          <ui.Timeline
            label="经过"
            steps={[
              { key: '1', title: '提交订单', note: '2026-11-20 09:30', tone: 'done' },
              { key: '2', title: '已驳回', text: '资料不全', tone: 'bad' },
              { key: '3', title: '待审核' },
            ]}
          />
        </ui.Drawer>
      </>
    </Frame>
  );
}

function Day(): JSX.Element {
  const [day, setDay] = useState('2026-11-20');
  return <ui.DateField value={day} onValueChange={setDay} today="2026-11-22" />;
}

const states: readonly ui.ListView<Row>['rows'][] = [
  { status: 'loading' },
  { status: 'ready', data: [] },
  { status: 'failed', message: '系统繁忙，请稍后再试', traceId: '7f3a' },
  { status: 'forbidden' },
];

/** Every state of a list that shows no rows, and rows without a table. */
export function ListStates({ pageType }: PageProps): JSX.Element {
  return (
    <Frame pageType={pageType}>
      <>
        <ui.PageHead pageType={pageType} title="列表的状态" />
        {states.map((state) => (
          <State key={state.status} pageType={pageType} state={state} />
        ))}
        <State pageType={pageType} state={{ status: 'ready', data: rows.slice(0, 2) }} />
      </>
    </Frame>
  );
}

function State({ pageType, state }: PageProps & { state: ui.ListView<Row>['rows'] }): JSX.Element {
  const list = useList(pageType, state);
  return <ui.ListSection {...words} list={list} columns={state.status === 'ready' ? cardsOnly : columns} />;
}
