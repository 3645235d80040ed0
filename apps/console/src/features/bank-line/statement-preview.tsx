import { bankFieldNames, bankFields } from '@ronghui/domain/bank-line/bank-fields';
import { rmbText } from '@ronghui/domain/money';
import {
  Button,
  Callout,
  Checkbox,
  EmptyState,
  Facts,
  FirstRows,
  FormField,
  PageState,
  Select,
  Skeleton,
} from '@ronghui/ui';
import { showError, showToast } from '@ronghui/web/screen/toasts';
import { type JSX, useState } from 'react';
import css from './bank-line.module.css';
import { type Asked, importStatement, type Mapping, type Preview, usePreview } from './bank-line-queries.ts';

interface StatementPreviewProps {
  readonly file: File;
  readonly ownAccount: string;
  readonly onDone: () => void;
}

/** What a file is read as and what its import would do: its sums, the rows that keep it from being imported, its first rows. @source receipts 2.1 */
export const StatementPreview = ({ file, ownAccount, onDone }: StatementPreviewProps): JSX.Element => {
  const [asked, setAsked] = useState<Asked>({ ownAccount, isFiltered: false, leaveOutFaulty: 0, mapping: undefined });
  const [isRunning, setRunning] = useState(false);
  const { state, query } = usePreview(file, asked);
  const send = async (preview: Preview): Promise<void> => {
    setRunning(true);
    try {
      const { added, receipts, confirmed } = await importStatement({ file, asked, mapping: preview.mapping });
      showToast('ok', `已导入 ${added}\u00a0行：新收款 ${receipts}\u00a0笔，核对 ${confirmed}\u00a0笔`);
      onDone();
    } catch (error) {
      showError('ops.bankLine.import', error);
      void query.refetch();
    } finally {
      setRunning(false);
    }
  };
  return (
    <PageState
      state={state}
      loading={<Skeleton shape="row" count={6} />}
      empty={<EmptyState title="文件里没有流水" text="请检查文件是否选对。" />}
      onRetry={() => void query.refetch()}
    >
      {(preview) => (
        <div className={css.body} aria-busy={query.isFetching}>
          <FileFacts preview={preview} />
          <Refused preview={preview} asked={asked} onAsked={setAsked} />
          <BeginningRows preview={preview} />
          <Columns preview={preview} onMapping={(mapping) => setAsked({ ...asked, mapping })} />
          <div>
            <Button
              variant="primary"
              loading={isRunning}
              disabled={!preview.file?.added || preview.refusedRows > 0 || query.isFetching}
              onClick={() => void send(preview)}
            >
              {importLabel(preview.file)}
            </Button>
          </div>
        </div>
      )}
    </PageState>
  );
};

const importLabel = (file: Preview['file']): string => {
  if (file === undefined) return '导入';
  return file.added === 0 ? '没有未导入过的行' : `导入 ${file.added}\u00a0行`;
};

const orderNames = {
  forward: '从早到晚，余额连续',
  backward: '从晚到早，余额连续',
  partial: '部分流水，不核对余额',
} as const;

const FileFacts = ({ preview: { file, fault, recalledFrom, notes } }: { readonly preview: Preview }): JSX.Element => (
  <>
    {fault === undefined ? null : <Callout tone="warn">{fault.message}</Callout>}
    {file === undefined ? null : (
      <Facts
        columns={2}
        items={[
          { label: '日期', value: `${file.firstOn} 至 ${file.lastOn}` },
          { label: '顺序', value: orderNames[file.order] },
          { label: '收入', value: `${file.inCount}\u00a0笔，${rmbText(file.inAmount)}` },
          { label: '支出', value: `${file.outCount}\u00a0笔，${rmbText(file.outAmount)}` },
          { label: '期初余额', value: file.openingAmount === undefined ? '' : rmbText(file.openingAmount) },
          { label: '期末余额', value: file.closingAmount === undefined ? '' : rmbText(file.closingAmount) },
          { label: '没有导入过', value: `${file.added}\u00a0行` },
          { label: '已导入过', value: `${file.known}\u00a0行` },
          { label: '新收款', value: `${file.receipts}\u00a0笔` },
          { label: '核对已登记的', value: `${file.confirmed}\u00a0笔` },
        ]}
      />
    )}
    {recalledFrom === undefined ? null : <p>各列按上次的文件 {recalledFrom} 读取。</p>}
    {(notes ?? []).map(({ text }) => (
      <p key={text}>{text}</p>
    ))}
  </>
);

interface RefusedProps {
  readonly preview: Preview;
  readonly asked: Asked;
  readonly onAsked: (asked: Asked) => void;
}

/** The rows by which nothing is imported, and what may be decided about them. */
const Refused = ({ preview: { refused, refusedRows, survey }, asked, onAsked }: RefusedProps): JSX.Element => {
  const faulty = survey?.faultyRows ?? 0;
  return (
    <section className={css.body} aria-label="不能导入的行">
      {refusedRows === 0 ? null : (
        <Callout tone="warn">
          <p>有 {refusedRows}&nbsp;行不能导入，处理之前一行也不会导入：</p>
          <ul>
            {refused.map(({ row, reason }) => (
              <li key={`${row} ${reason}`}>
                第 {row} 行：{reason}
              </li>
            ))}
          </ul>
        </Callout>
      )}
      <Checkbox checked={asked.isFiltered} onCheckedChange={(isFiltered) => onAsked({ ...asked, isFiltered })}>
        筛选过的流水（只有部分行，不核对余额）
      </Checkbox>
      {faulty === 0 && asked.leaveOutFaulty === 0 ? null : (
        <Checkbox
          checked={asked.leaveOutFaulty > 0}
          onCheckedChange={(leaves) => onAsked({ ...asked, leaveOutFaulty: leaves ? faulty : 0 })}
        >
          不导入读不出的 {faulty}&nbsp;行
        </Checkbox>
      )}
    </section>
  );
};

/** What stands at the right, digit under digit. */
const numbers: ReadonlySet<string> = new Set(['amount', 'amountIn', 'amountOut', 'balance']);

const BeginningRows = ({ preview: { rows } }: { readonly preview: Preview }): JSX.Element | null => {
  const [first] = rows;
  if (first === undefined) return null;
  const shown = first.values.map(({ field }) => field);
  return (
    <section className={css.body}>
      <h3 className={css.title}>前几行</h3>
      <FirstRows
        label="前几行"
        columns={shown.map((field) => ({ key: field, name: bankFieldNames[field], isNumber: numbers.has(field) }))}
        rows={rows.slice(0, 8).map(({ row, values }) => ({
          row,
          cells: shown.map((field) => values.find((each) => each.field === field) ?? {}),
        }))}
      />
    </section>
  );
};

const unset = 'unset';

/** What each field is read from; another choice reads the file again. */
const Columns = ({
  preview: { columns, mapping },
  onMapping,
}: {
  readonly preview: Preview;
  readonly onMapping: (mapping: Mapping) => void;
}): JSX.Element => {
  const options = [
    { value: unset, label: '没有这一列' },
    ...columns.map(({ column, name }) => ({
      value: String(column),
      label: name === '' ? `第 ${column + 1} 列` : name,
    })),
  ];
  const place = (field: (typeof bankFields)[number], value: string): void => {
    const others = mapping.columns.filter((each) => each.field !== field);
    const column = columns.find((each) => String(each.column) === value);
    const own = column === undefined ? [] : [{ field, column: column.column, name: column.name }];
    onMapping({ ...mapping, columns: [...others, ...own] });
  };
  return (
    <section className={css.body}>
      <h3 className={css.title}>各列的含义</h3>
      <div className={css.fields}>
        {bankFields.map((field) => (
          <FormField key={field} label={bankFieldNames[field]}>
            <Select
              value={String(mapping.columns.find((each) => each.field === field)?.column ?? unset)}
              options={options}
              onValueChange={(value) => place(field, value)}
            />
          </FormField>
        ))}
      </div>
    </section>
  );
};
