import { rmbText } from '@ronghui/domain/money';
import { Callout, DateTime, Facts } from '@ronghui/ui';
import type { JSX } from 'react';
import css from './feedback.module.css';
import { type Preview, useFourEyes } from './feedback-queries.ts';
import { differenceText, lastDay } from './feedback-words.ts';
import { AloneNote } from './four-eyes-proposed.tsx';

const change = (from: string, to: string): string => (from === to ? `${to}（不变）` : `${from} → ${to}`);

/** What an answer does to bill, tax, dates and lines, before it is given. @source R11.6 */
export const AnswerPreview = ({ preview }: { preview: Preview }): JSX.Element => {
  const { fromAmount, toAmount, fromTaxAmount, toTaxAmount, fromDueOn, toDueOn, confirmBy, lines, obstacle } = preview;
  const fourEyes = useFourEyes();
  if (obstacle !== undefined) {
    return (
      <Callout tone="bad" role="alert">
        {obstacle}。
      </Callout>
    );
  }
  return (
    <div className={css.stack} aria-live="polite">
      <h3 className={css.title}>答复的影响</h3>
      <Facts
        items={[
          { label: '账单金额', value: change(rmbText(fromAmount), rmbText(toAmount)) },
          { label: '相差', value: fromAmount === toAmount ? '' : differenceText(toAmount, fromAmount) },
          { label: '其中税额', value: change(rmbText(fromTaxAmount), rmbText(toTaxAmount)) },
          { label: '确认截止', value: <DateTime value={lastDay(confirmBy)} precision="date" /> },
          { label: '付款到期（预计）', value: change(fromDueOn, toDueOn) },
          ...lines.map(({ lineId: _, loanNo, ...line }) => ({
            label: `明细 ${loanNo}`,
            value: change(rmbText(line.fromAmount), rmbText(line.toAmount)),
          })),
        ]}
      />
      {preview.needsRelease ? (
        <>
          <Callout tone="warn">
            这次改动的金额，或自出账以来的累计差额，超过复核设置或出账金额的一半，答复须由另一位同事复核。复核之前商户看不到它，账单仍为差异处理中，答复期限照常计算。
          </Callout>
          {fourEyes !== undefined && fourEyes.releasers < 2 ? <AloneNote /> : null}
        </>
      ) : (
        <Callout>确认之后账单回到待确认，商户立即收到通知，不能撤回。</Callout>
      )}
    </div>
  );
};
