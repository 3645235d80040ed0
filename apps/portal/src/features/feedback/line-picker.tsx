import { rmbText } from '@ronghui/domain/money';
import {
  Amount,
  Button,
  Checkbox,
  CloseIcon,
  EmptyState,
  IconButton,
  PageState,
  Skeleton,
  TextInput,
} from '@ronghui/ui';
import { queryStatus } from '@ronghui/web/state/query-status';
import { type JSX, useState } from 'react';
import { type ChosenLine, chosenOf, linesAtMost } from './claim-fields.ts';
import css from './feedback.module.css';
import { type BillLine, useFoundLines } from './feedback-queries.ts';

interface LinePickerProps {
  readonly billNo: string;
  readonly chosen: readonly ChosenLine[];
  readonly onChange: (chosen: readonly ChosenLine[]) => void;
}

/** Finds lines of a bill by their reference and chooses some of them. @source R10.4 */
export const LinePicker = ({ billNo, chosen, onChange }: LinePickerProps): JSX.Element => {
  const [typed, setTyped] = useState('');
  const [loanNo, setLoanNo] = useState('');
  const found = useFoundLines(billNo, loanNo);
  const state = queryStatus('bill.lines', found, ({ items }) => items.length === 0);
  return (
    <div className={css.picker}>
      {chosen.length === 0 ? null : <ChosenLines chosen={chosen} onChange={onChange} />}
      <div className={css.find}>
        <TextInput
          aria-label="业务编号"
          placeholder="业务编号，完整或开头几位"
          value={typed}
          onValueChange={setTyped}
          maxLength={64}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            // Enter finds lines; it does not send the form around.
            event.preventDefault();
            setLoanNo(typed.trim());
          }}
        />
        <Button onClick={() => setLoanNo(typed.trim())}>查找</Button>
      </div>
      <PageState
        state={state}
        loading={<Skeleton shape="row" count={3} />}
        empty={<EmptyState kind="search" title={loanNo === '' ? '这张账单没有明细' : '没有这个业务编号的明细'} />}
        onRetry={() => void found.refetch()}
      >
        {({ items, total }) => (
          <>
            <ul className={css.lines} aria-label="可选的明细">
              {items.map((line) => (
                <li key={line.lineId}>
                  <LineBox line={line} chosen={chosen} onChange={onChange} />
                </li>
              ))}
            </ul>
            {total !== undefined && total > items.length ? (
              <p className={css.mut}>
                共 {total.toLocaleString('en-US')}&nbsp;条，这里显示前 {items.length}&nbsp;条；请输入编号查找其他明细。
              </p>
            ) : null}
          </>
        )}
      </PageState>
    </div>
  );
};

const LineBox = ({
  line,
  chosen,
  onChange,
}: Pick<LinePickerProps, 'chosen' | 'onChange'> & { readonly line: BillLine }): JSX.Element => {
  const own = chosenOf(line);
  const isChosen = chosen.some(({ lineId }) => lineId === line.lineId);
  return (
    <Checkbox
      checked={isChosen}
      disabled={own === undefined || (!isChosen && chosen.length >= linesAtMost)}
      onCheckedChange={(checked) => {
        const rest = chosen.filter(({ lineId }) => lineId !== line.lineId);
        onChange(checked && own !== undefined ? [...rest, own] : rest);
      }}
    >
      <span className={css.line}>
        <span>
          {line.loanNo} <span className={css.mut}>{line.occurredOn}</span>
        </span>
        <Amount text={own === undefined ? null : rmbText(own.amount)} />
      </span>
    </Checkbox>
  );
};

const ChosenLines = ({ chosen, onChange }: Pick<LinePickerProps, 'chosen' | 'onChange'>): JSX.Element => (
  <ul className={css.chosen} aria-label="已选择的明细">
    {chosen.map(({ lineId, loanNo, amount }) => (
      <li key={lineId} className={css.file}>
        <span className={css.fileName}>{loanNo}</span>
        <Amount text={rmbText(amount)} />
        <IconButton
          size="small"
          label={`去掉 ${loanNo}`}
          icon={<CloseIcon size={16} />}
          onClick={() => onChange(chosen.filter((each) => each.lineId !== lineId))}
        />
      </li>
    ))}
  </ul>
);
