import { sumFen } from '@ronghui/domain/money';
import { BatchBar, Button } from '@ronghui/ui';
import type { JSX } from 'react';
import type { Item } from '../result-queries.ts';
import { canAccept, canDispute, canUnmatch, count, differenceText } from '../result-words.ts';
import type { Result } from './use-result.ts';

const sumText = (items: readonly Item[]): string => differenceText(sumFen(items.map(({ difference }) => difference)));

/** At the bottom: the steps for what is selected, otherwise the feedback that is being put together. @source R13.3 */
export const ResultBar = ({ result }: { result: Result }): JSX.Element | null => {
  if (result.chosen.chosen.size > 0) return <ChosenBar result={result} />;
  const { dispute, sendDispute } = result;
  if (dispute.items.size === 0) return null;
  return (
    <BatchBar
      count={dispute.items.size}
      unit="项待提差异反馈"
      summary={sumText([...dispute.items.values()])}
      actions={
        <Button size="small" variant="primary" onClick={sendDispute}>
          提出差异反馈…
        </Button>
      }
      onCancel={dispute.clear}
    />
  );
};

const ChosenBar = ({ result }: { result: Result }): JSX.Element => {
  const { chosen, hand, ask } = result;
  const items = [...chosen.chosen.values()];
  const fitOf = (fits: (item: Item) => boolean): readonly Item[] => items.filter(fits);
  const steps: readonly { text: string; fit: readonly Item[]; run: (fit: readonly Item[]) => unknown }[] = [
    { text: '备注', fit: items, run: (fit) => ask({ kind: 'note', items: fit }) },
    { text: '取消勾对', fit: fitOf(canUnmatch), run: (fit) => result.hand.unmatch(fit) },
    {
      text: '收回认可',
      fit: fitOf((item) => canAccept(item) && item.isAccepted),
      run: (fit) => result.hand.accept(fit, false),
    },
    {
      text: '认可',
      fit: fitOf((item) => canAccept(item) && !item.isAccepted),
      run: (fit) => result.hand.accept(fit, true),
    },
    { text: '加入差异反馈', fit: chosen.isAll ? [] : fitOf(canDispute), run: (fit) => result.addToDispute(fit) },
  ];
  const canMatch =
    !chosen.isAll &&
    items.length > 1 &&
    items.some(({ ledger }) => ledger.length > 0) &&
    items.some(({ lines }) => lines.length > 0);
  return (
    <BatchBar
      count={chosen.number}
      unit="项"
      summary={chosen.isAll ? '本筛选的全部' : sumText(items)}
      {...(chosen.all === undefined ? {} : { all: chosen.all })}
      onCancel={chosen.clear}
      actions={
        <>
          {steps.map(({ text, fit, run }) =>
            fit.length === 0 ? null : (
              <Button key={text} size="small" disabled={hand.busy} onClick={() => void run(fit)}>
                {text}
                {chosen.isAll || fit.length === items.length ? '' : ` ${count(fit.length)}\u00a0项`}
              </Button>
            ),
          )}
          {canMatch ? (
            <Button size="small" variant="primary" disabled={hand.busy} onClick={() => void result.hand.match(items)}>
              勾对
            </Button>
          ) : null}
        </>
      }
    />
  );
};
