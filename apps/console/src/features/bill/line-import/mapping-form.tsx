import { CallError } from '@ronghui/client';
import { lineFields } from '@ronghui/domain/line-import';
import { Button, Callout, Checkbox, EmptyState, PageState, ReadingNotes, SheetChoice, Skeleton } from '@ronghui/ui';
import { useAttemptKey } from '@ronghui/web/calls/attempt-key';
import { useDraft } from '@ronghui/web/forms/draft';
import { showError } from '@ronghui/web/screen/toasts';
import { useSettled } from '@ronghui/web/state/settled';
import { type JSX, useState } from 'react';
import { EarlierImports } from './earlier-imports.tsx';
import { FileSurvey } from './file-survey.tsx';
import { doubtsOf, ImportDoubts } from './import-doubts.tsx';
import css from './line-import.module.css';
import {
  type Choices,
  type LineImport,
  type Mapping,
  type Preview,
  startImport,
  usePreview,
} from './line-import-queries.ts';
import { MappedField } from './mapped-field.tsx';
import { PreviewRows } from './preview-rows.tsx';
import { SavedMappings } from './saved-mappings.tsx';

/** How lines of issued stages are corrected. @source billing.md, lines */
const correctionText =
  '更正以前的明细：已出账账期的明细不再修改，请在本账期另起一行，“更正的明细”填原明细的明细编号（在“账单”里打开原账单，见“明细”一节；商户导出的明细里也有），金额或数量填差额，多计的填负数，少计的填正数。原明细须属于同一商户、项目、产品与机构，单位相同，自己不是更正；一条明细的全部更正合计不能超过它的金额或数量。不符的行列在报告里，整个文件不导入。';

const nothingChosen: Choices = { takeIn: [], leaveOutFaulty: 0 };

const isSameFile = (error: unknown): boolean => error instanceof CallError && error.errCode === 'RHBI003';

/** How the head was found, and the first rows that are none, unless they are listed below. */
const headText = ({ headRow, recalledFrom, skipped, survey }: Preview): string => {
  const how = recalledFrom === undefined ? '已按列名识别' : `已沿用“${recalledFrom}”导入时的设置`;
  const listed = new Set(survey?.leftOut.map(({ row }) => row));
  const passed = skipped.filter(({ row }) => !listed.has(row)).slice(0, 5);
  const which = passed.map(({ row, reason }) => `第 ${row} 行（${reason}）`).join('、');
  return `表头在第 ${headRow} 行，${how}，请核对。${passed.length > 0 ? `略过的行：${which}` : ''}`;
};

/** What the button for the start waits for, or what it does. */
const startNote = ({ fault, survey }: Preview, stageName: string, waits: boolean): string => {
  if (fault !== undefined) return fault.message;
  if (waits) return '请先核对上面的提示，勾选后开始';
  if ((survey?.faultyRows ?? 0) > 0) return '有读不出的行：现在开始不会导入任何一行，会得到全部错误行的报告';
  return `导入到账期“${stageName}”`;
};

/** The columns and rows of a file as a person has decided them; kept while the drawer is closed. */
const useDecisions = ({ importId, mapping, choices }: LineImport) => {
  const draft = useDraft<{ readonly mapping: Mapping | undefined; readonly choices: Choices }>(
    `line-mapping-${importId}`,
    // What cannot be read is seen again before it is left out again.
    { mapping, choices: choices === undefined ? nothingChosen : { ...choices, leaveOutFaulty: 0 } },
  );
  const { fields } = draft;
  return {
    ...fields,
    clear: draft.clear,
    // By other columns other rows cannot be read.
    setMapping: (next: Mapping) => draft.change({ mapping: next, choices: { ...fields.choices, leaveOutFaulty: 0 } }),
    setChoices: (next: Choices) => draft.change({ choices: next }),
    setSheet: (sheet: number) => draft.change({ mapping: undefined, choices: { ...nothingChosen, sheet } }),
  };
};

/** The columns of a file, what would be imported of it, and the start of the import. @source R11.6 */
export const MappingForm = ({ item }: { item: LineImport }): JSX.Element => {
  const { importId, version } = item;
  const { mapping, choices, setMapping, setChoices, setSheet, clear } = useDecisions(item);
  // Its fields are made anew when a kept mapping is taken.
  const [round, setRound] = useState(0);
  const settled = useSettled(mapping, 300);
  const { state, retry, isPrevious } = usePreview(importId, settled, choices);
  const busy = isPrevious || settled !== mapping;
  const attempt = useAttemptKey();
  const [sending, setSending] = useState(false);
  const [known, setKnown] = useState(false);
  const [again, setAgain] = useState(false);
  const [decided, setDecided] = useState<readonly string[]>([]);
  const start = async ({ mapping: columns, doubts }: Preview): Promise<void> => {
    setSending(true);
    const accepted = doubts && { outside: doubts.outside.rows, repeated: doubts.repeated.rows };
    try {
      await attempt({ importId, version, mapping: columns, choices, accepted, again: again || undefined }, startImport);
      clear();
    } catch (error) {
      if (isSameFile(error)) {
        setKnown(true);
        // A colleague's import that came meanwhile is named.
        retry();
      } else showError('ops.lineImport.start', error);
    } finally {
      setSending(false);
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
        const { earlier = [], sheets = [], notes = [] } = preview;
        const isKnown = known || earlier.length > 0;
        const doubts = doubtsOf(preview);
        const waits = doubts.some(({ key }) => !decided.includes(key)) || (isKnown && !again);
        return (
          <div className={css.body}>
            {isKnown && !known ? <EarlierImports earlier={earlier} /> : null}
            <SheetChoice sheets={sheets} onChoose={setSheet} />
            <h2 className={css.title}>各列的含义</h2>
            <p className={css.note}>{headText(preview)}</p>
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
                  key={`${field} ${round} ${choices.sheet ?? ''}`}
                  field={field}
                  preview={preview}
                  mapping={columns}
                  onChange={setMapping}
                />
              ))}
            </div>
            <ReadingNotes notes={notes.filter(({ about }) => about === undefined)} />
            {columns.some(({ field }) => field === 'correctsLineId') ? <Callout>{correctionText}</Callout> : null}
            <FileSurvey preview={preview} choices={choices} onChange={setChoices} busy={busy} />
            <h2 className={css.title}>前几行将这样导入</h2>
            <PreviewRows preview={preview} />
            <ImportDoubts doubts={doubts} decided={decided} onDecide={setDecided} />
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
                loading={sending}
                disabled={busy || preview.fault !== undefined || waits}
                // As the server reads it, with the unit that the file names.
                onClick={() => void start(preview)}
              >
                开始导入
              </Button>
              <span className={css.note}>{startNote(preview, item.stageName, waits)}</span>
            </div>
          </div>
        );
      }}
    </PageState>
  );
};
