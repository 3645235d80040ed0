import { CallError } from '@ronghui/client';
import { type LineField, lineFieldNames, lineFields } from '@ronghui/domain/line-import';
import {
  Button,
  Callout,
  Checkbox,
  DateTime,
  EmptyState,
  FormField,
  PageState,
  Select,
  Skeleton,
  TextInput,
} from '@ronghui/ui';
import { useAttemptKey } from '@ronghui/web/calls/attempt-key';
import { useDraft } from '@ronghui/web/forms/draft';
import { href } from '@ronghui/web/navigation/hash-location';
import { showError } from '@ronghui/web/screen/toasts';
import { useSettled } from '@ronghui/web/state/settled';
import { type JSX, useState } from 'react';
import { paths } from '#kernel/paths.ts';
import css from './line-import.module.css';
import { type LineImport, type Mapping, type Preview, startImport, usePreview } from './line-import-queries.ts';
import { PreviewRows } from './preview-rows.tsx';
import { SavedMappings } from './saved-mappings.tsx';

/** What may be one text for every row of a file. */
const fixedFields: ReadonlySet<LineField> = new Set(['tenant', 'project', 'product', 'org', 'unit', 'rate']);
const required: ReadonlySet<LineField> = new Set(['tenant', 'project', 'product', 'org', 'loanNo', 'occurredOn']);
const fixed = 'fixed';

/** How lines of issued stages are corrected. @source billing.md, lines */
const correctionText =
  '更正以前的明细：已出账账期的明细不再修改，请在本账期另起一行，“更正的明细”填原明细的明细编号（在“账单”里打开原账单，见“明细”一节；商户导出的明细里也有），金额或数量填差额，多计的填负数，少计的填正数。原明细须属于同一商户、项目、产品与机构，单位相同，自己不是更正；一条明细的全部更正合计不能超过它的金额或数量。不符的行列在报告里，整个文件不导入。';

const changed = (
  mapping: Mapping,
  field: LineField,
  source: { column: number; name: string } | { value: string } | null,
): Mapping => [...mapping.filter((each) => each.field !== field), ...(source === null ? [] : [{ field, ...source }])];

interface FieldProps {
  readonly field: LineField;
  readonly preview: Preview;
  readonly mapping: Mapping;
  readonly onChange: (mapping: Mapping) => void;
}

/** Where the values of a field come from. */
const MappedField = ({ field, preview: { columns, fault }, mapping, onChange }: FieldProps): JSX.Element => {
  const own = mapping.find((each) => each.field === field);
  const [isFixed, setFixed] = useState(own?.value !== undefined);
  const [text, setText] = useState(own?.value ?? '');
  const label = lineFieldNames[field];
  const options = [
    ...columns.map(({ column, name }) => ({
      value: String(column),
      label: name === '' ? `第 ${column + 1} 列` : name,
    })),
    ...(fixedFields.has(field) ? [{ value: fixed, label: '固定为…' }] : []),
  ];
  const sourceOf = (column: number) => ({ column, name: columns.find((each) => each.column === column)?.name ?? '' });
  const sample = columns.find(({ column }) => column === own?.column)?.samples.find((text) => text !== '');
  return (
    <FormField
      label={label}
      required={required.has(field)}
      error={fault?.field === field ? fault.message : undefined}
      hint={sample === undefined ? undefined : `例如 ${sample}`}
    >
      <Select
        value={isFixed ? fixed : own?.column === undefined ? '' : String(own.column)}
        placeholder={required.has(field) ? '请选择' : '不导入'}
        options={options}
        onValueChange={(value) => {
          setFixed(value === fixed);
          setText('');
          if (value !== fixed) onChange(changed(mapping, field, value === '' ? null : sourceOf(Number(value))));
          else onChange(changed(mapping, field, null));
        }}
      />
      {isFixed ? (
        <TextInput
          id={`fixed-${field}`}
          aria-label={`${label}固定为`}
          value={text}
          maxLength={80}
          // Kept letter by letter: Esc closes the drawer without leaving the field.
          onValueChange={(typed) => {
            setText(typed);
            const value = typed.trim();
            onChange(changed(mapping, field, value === '' ? null : { value }));
          }}
        />
      ) : null}
    </FormField>
  );
};

/** The same bytes were imported before: when, by whom and for which stage. */
const EarlierImports = ({ earlier }: { readonly earlier: NonNullable<Preview['earlier']> }): JSX.Element => (
  <Callout tone="warn" role="alert">
    <p>内容相同的文件已导入过。再次导入会让这些明细多一份（同一账期内重复的行会被拒绝）。</p>
    {earlier.map(({ importId, stageName, importedAt, by }) => (
      <p key={importId}>
        <a href={href(paths.lines({ open: importId }))}>
          <DateTime value={importedAt} />
        </a>{' '}
        由 {by} 导入到账期“{stageName}”
      </p>
    ))}
  </Callout>
);

const isSameFile = (error: unknown): boolean => error instanceof CallError && error.errCode === 'RHBI003';

/** The columns of a file with its first rows, and the start of the import. @source R11.6 */
export const MappingForm = ({ item }: { item: LineImport }): JSX.Element => {
  const { importId, version } = item;
  const draft = useDraft<{ readonly mapping: Mapping | undefined }>(`line-mapping-${importId}`, {
    mapping: item.mapping,
  });
  const { mapping } = draft.fields;
  const setMapping = (next: Mapping): void => draft.change({ mapping: next });
  // Its fields are made anew when a kept mapping is taken.
  const [round, setRound] = useState(0);
  const { state, retry } = usePreview(importId, useSettled(mapping, 300));
  const attempt = useAttemptKey();
  const [busy, setBusy] = useState(false);
  const [known, setKnown] = useState(false);
  const [again, setAgain] = useState(false);
  const start = async (columns: Mapping): Promise<void> => {
    setBusy(true);
    try {
      await attempt({ importId, version, mapping: columns, again: again || undefined }, startImport);
      draft.clear();
    } catch (error) {
      if (isSameFile(error)) {
        setKnown(true);
        // A colleague's import that came meanwhile is named.
        retry();
      } else showError('ops.lineImport.start', error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <PageState
      state={state}
      loading={<Skeleton shape="row" count={6} />}
      empty={<EmptyState title="文件里没有内容" />}
      onRetry={retry}
    >
      {(preview) => {
        const columns = mapping ?? preview.mapping;
        const { earlier = [] } = preview;
        const isKnown = known || earlier.length > 0;
        return (
          <div className={css.body}>
            {isKnown && !known ? <EarlierImports earlier={earlier} /> : null}
            <h2 className={css.title}>各列的含义</h2>
            <p className={css.note}>
              表头在第 {preview.headRow} 行，
              {preview.recalledFrom === undefined ? '已按列名识别' : `已沿用“${preview.recalledFrom}”导入时的设置`}
              ，请核对。
              {preview.skipped.length > 0
                ? `略过的行：${preview.skipped
                    .slice(0, 5)
                    .map(({ row, reason }) => `第 ${row} 行（${reason}）`)
                    .join('、')}`
                : ''}
            </p>
            <SavedMappings
              preview={preview}
              mapping={columns}
              onChange={(taken) => {
                setMapping(taken);
                setRound(round + 1);
              }}
            />
            <div className={css.fields}>
              {lineFields.map((field) => (
                <MappedField
                  key={`${field} ${round}`}
                  field={field}
                  preview={preview}
                  mapping={columns}
                  onChange={setMapping}
                />
              ))}
            </div>
            {columns.some(({ field }) => field === 'correctsLineId') ? <Callout>{correctionText}</Callout> : null}
            <h2 className={css.title}>前几行将这样导入</h2>
            <PreviewRows preview={preview} />
            {/* Where one looks after the press that was refused. */}
            {known ? <EarlierImports earlier={earlier} /> : null}
            {isKnown ? (
              <Checkbox checked={again} onCheckedChange={setAgain}>
                我确认要再次导入这个文件
              </Checkbox>
            ) : null}
            <div className={css.actions}>
              <Button
                variant="primary"
                loading={busy}
                disabled={preview.fault !== undefined || (isKnown && !again)}
                onClick={() => void start(columns)}
              >
                开始导入
              </Button>
              <span className={css.note}>{preview.fault?.message ?? `导入到账期“${item.stageName}”`}</span>
            </div>
          </div>
        );
      }}
    </PageState>
  );
};
