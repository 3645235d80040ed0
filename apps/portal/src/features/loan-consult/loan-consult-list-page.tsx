import { CallError, errorText } from '@ronghui/client';
import { lineListName, lineWords } from '@ronghui/domain/export';
import { rmbText } from '@ronghui/domain/money';
import { Button, type FilterField, ListPage } from '@ronghui/ui';
import { saveFile } from '@ronghui/web/files/save-file';
import { showError } from '@ronghui/web/screen/toasts';
import { type JSX, useState } from 'react';
import { type Dimensions, useDimensions } from '#features/bill/bill.shared.ts';
import { CertifyFirst } from '#features/certification/certification.shared.ts';
import { ExportButton } from '#features/export/export.shared.ts';
import { usePageTitle } from '#kernel/page-title.ts';
import { useUser } from '#kernel/start-up.ts';
import {
  downloadLines,
  type LoanConsult,
  type LoanConsultSum,
  useLoanConsultList,
  useLoanConsultSum,
} from './loan-consult-queries.ts';
import { columnsOf, LoanConsultCard } from './loan-consult-rows.tsx';

const fieldsOf = ({ stages, orgs, projects, products }: Dimensions): readonly FilterField[] => [
  { kind: 'select', name: 'stageId', label: '账期', options: stages },
  { kind: 'select', name: 'orgId', label: '机构', options: orgs },
  { kind: 'select', name: 'projectId', label: '项目', options: projects },
  { kind: 'select', name: 'productId', label: '产品', options: products },
  { kind: 'text', name: 'loanNo', label: '业务编号', placeholder: '完整或开头几位', maxLength: 64 },
  { kind: 'dates', name: 'from', to: 'to', label: '日期' },
];
const keyOf = ({ lineId }: LoanConsult): string => lineId;

const quantitiesText = ({ quantities }: LoanConsultSum): string =>
  quantities.map(({ unit, quantity }) => `${BigInt(quantity).toLocaleString('en-US')} ${unit}`).join('、');

/** The two directions stand side by side (billing.md, bills). */
const sumsOf = (sum: LoanConsultSum | undefined) => [
  { label: '计费金额', value: sum && rmbText(sum.loanAmount) },
  ...(sum !== undefined && sum.quantities.length > 0 ? [{ label: '数量', value: quantitiesText(sum) }] : []),
  { label: '已出账应付', value: sum && rmbText(sum.byDirection.payable.amount) },
  { label: '已出账应收', value: sum && rmbText(sum.byDirection.receivable.amount) },
];

/** What stands in place of sums: nothing, or what of the filter keeps them from being reckoned. */
const unsummedOf = (error: unknown) =>
  error instanceof CallError && error.status === 422
    ? { sums: [{ label: '合计', value: errorText('loanConsult.sum', error) }] }
    : {};

/** The tenant's lines. @source R10.5, R4.13, ux "Merchant area" */
export const LoanConsultListPage = (): JSX.Element => {
  const list = useLoanConsultList();
  const sum = useLoanConsultSum(list.filter);
  const names = useDimensions();
  const hasLoans = useUser()?.hasLoans === true;
  const title = lineListName(hasLoans);
  usePageTitle(title);
  if (names.isUncertified) return <CertifyFirst title={title} />;
  return (
    <ListPage
      title={title}
      sub="每一笔的业务编号、日期和计费依据，账单由它们汇总而来。"
      actions={
        <>
          <DownloadButton filter={list.filter} />
          <ExportButton kind="loanConsult" fields={fieldsOf(names)} {...list} />
        </>
      }
      list={list}
      name="loan-consult"
      label="明细"
      unit="条明细"
      keyOf={keyOf}
      columns={columnsOf(names, lineWords(hasLoans).person)}
      card={(line) => <LoanConsultCard line={line} names={names} />}
      fields={fieldsOf(names)}
      {...(sum.isError ? unsummedOf(sum.error) : { sums: sumsOf(sum.data) })}
      empty={{ title: '还没有明细', text: '业务发生并导入账期后，会逐条列在这里。' }}
    />
  );
};

const DownloadButton = ({ filter }: { filter: Parameters<typeof downloadLines>[0] }): JSX.Element => {
  const [busy, setBusy] = useState(false);
  const save = async (): Promise<void> => {
    setBusy(true);
    try {
      saveFile(await downloadLines(filter));
    } catch (error) {
      showError('loanConsult.download', error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button size="small" loading={busy} onClick={() => void save()}>
      下载
    </Button>
  );
};
