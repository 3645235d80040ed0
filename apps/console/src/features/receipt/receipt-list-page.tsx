import { Button, type FilterField, ListPage } from '@ronghui/ui';
import { lazyPart } from '@ronghui/web/navigation/chunks';
import { href } from '@ronghui/web/navigation/hash-location';
import { type JSX, useState } from 'react';
import { useNameFilter } from '#features/bill/bill.shared.ts';
import { useListedRows } from '#kernel/listed-rows.ts';
import { paths } from '#kernel/paths.ts';
import { useAuth } from '#kernel/start-up.ts';
import { type Receipt, receiptFilterOf, useReceiptList } from './receipt-queries.ts';
import { ReceiptCard, receiptColumns } from './receipt-rows.tsx';

const ReceiptDrawer = lazyPart(() => import('./receipt-drawer.tsx'));

/** Fetches it, also ahead. */
export const loadRegisterDialog = () => import('./register-dialog.tsx');
const RegisterDialog = lazyPart(loadRegisterDialog);

/** Fetches it, also ahead. */
export const loadImportDrawer = () => import('#features/bank-line/bank-line.shared.ts');
const ImportDrawer = lazyPart(loadImportDrawer);

/** Fetches it, also ahead. */
export const loadExactDialog = () => import('./exact-dialog.tsx');
const ExactDialog = lazyPart(loadExactDialog);

/** Fetches it, also ahead. */
export const loadExportDialog = () => import('./export-dialog.tsx');
const ExportDialog = lazyPart(loadExportDialog);

const keyOf = ({ receiptNo }: Receipt): string => receiptNo;
const card = (receipt: Receipt): JSX.Element => <ReceiptCard receipt={receipt} />;

const useFields = (values: Readonly<Record<'tenantId', string>>): readonly FilterField[] => [
  {
    kind: 'chips',
    name: 'queue',
    label: '范围',
    unset: '全部',
    options: [
      { value: 'unapplied', label: '有未认款' },
      { value: 'prepaid', label: '预收款' },
      { value: 'unknown', label: '待查款' },
    ],
  },
  { kind: 'text', name: 'serial', label: '银行流水号', placeholder: '流水号或其开头', maxLength: 64 },
  useNameFilter('tenant', { name: 'tenantId', label: '商户', value: values.tenantId }),
  { kind: 'dates', name: 'from', to: 'to', label: '到账日' },
];

/** The money that arrived, and what of it pays nothing yet. @source R15.3, receipts 1.2 */
export const ReceiptListPage = (): JSX.Element => {
  const list = useReceiptList();
  useListedRows('receipts', list, keyOf);
  const fields = useFields(list.values);
  const [isRegistering, setRegistering] = useState(false);
  const [isImporting, setImporting] = useState(false);
  const [isExactShown, setExactShown] = useState(false);
  const [isExporting, setExporting] = useState(false);
  const held = useAuth();
  const mayWrite = held['ops.receipt.write'] === true;
  const mayReadBills = held['ops.billing.read'] === true;
  return (
    <>
      <ListPage
        title="收款"
        actions={
          <>
            <Button size="small" onClick={() => setExporting(true)}>
              导出
            </Button>
            {mayWrite ? (
              <>
                <Button size="small" onClick={() => setRegistering(true)}>
                  登记收款
                </Button>
                <Button size="small" onClick={() => setImporting(true)}>
                  导入银行流水
                </Button>
                <Button size="small" variant="primary" onClick={() => setExactShown(true)}>
                  一键认款
                </Button>
              </>
            ) : null}
          </>
        }
        sub={
          <>
            收到的每一笔钱：已认到账单与订单的、退回的和还没有认的。最近登记的在前。
            {mayReadBills ? <a href={href(paths.settlement())}>看待结清的账单</a> : null}{' '}
            <a href={href(paths.monthEnd())}>月结</a>
          </>
        }
        list={list}
        name="receipt"
        label="收款"
        unit="笔收款"
        keyOf={keyOf}
        columns={receiptColumns}
        card={card}
        opens
        fields={fields}
        empty={{ title: '没有收款', text: '导入银行流水、登记账单收款、核对订单凭证之后，会排在这里。' }}
      />
      {list.open === null ? null : <ReceiptDrawer receiptNo={list.open} onClose={list.close} />}
      {isExporting ? <ExportDialog filter={receiptFilterOf(list.filter)} onClose={() => setExporting(false)} /> : null}
      {isImporting ? <ImportDrawer onClose={() => setImporting(false)} /> : null}
      {isExactShown ? <ExactDialog onClose={() => setExactShown(false)} /> : null}
      {isRegistering ? <RegisterDialog onClose={() => setRegistering(false)} /> : null}
    </>
  );
};
