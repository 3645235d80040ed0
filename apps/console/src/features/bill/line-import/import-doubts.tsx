import { Callout, Checkbox } from '@ronghui/ui';
import type { JSX } from 'react';
import css from './line-import.module.css';
import type { Preview } from './line-import-queries.ts';

type Doubts = NonNullable<Preview['doubts']>;
type Doubtful = Doubts[keyof Doubts];

/** 第 3、8 行, of more than are named: 第 3、8 行等 */
const firstText = ({ rows, first }: Doubtful): string =>
  first.length === 0 ? '' : `（第\u00a0${first.join('、')}\u00a0行${rows > first.length ? '等' : ''}）`;

const countText = ({ rows }: Doubtful): string => `${rows.toLocaleString('en-US')}\u00a0行`;

/** What should be looked at before a file is imported, each with what it says; a decision is about exactly this. */
export const doubtsOf = ({
  doubts,
  notes = [],
}: Preview): readonly { readonly key: string; readonly text: string }[] => {
  const asked = notes.filter(({ about }) => about !== undefined).map(({ text }) => ({ key: text, text }));
  if (doubts === undefined) return asked;
  const { outside, repeated } = doubts;
  const ofRows = [
    { found: outside, text: `${countText(outside)}日期不在账期内${firstText(outside)}` },
    { found: repeated, text: `${countText(repeated)}的业务编号前面出现过，日期不同${firstText(repeated)}` },
  ]
    .filter(({ found }) => found.rows > 0)
    .map(({ text }) => ({ key: text, text }));
  return [...asked, ...ofRows];
};

interface ImportDoubtsProps {
  readonly doubts: ReturnType<typeof doubtsOf>;
  /** The keys of those that are decided. */
  readonly decided: readonly string[];
  readonly onDecide: (decided: readonly string[]) => void;
}

/** Rows that should be looked at: each kind is imported only when that is decided. @source R11.6 */
export const ImportDoubts = ({ doubts, decided, onDecide }: ImportDoubtsProps): JSX.Element | null => {
  if (doubts.length === 0) return null;
  return (
    <div role="group" aria-label="导入前请核对">
      <Callout tone="warn">
        <div className={css.doubts}>
          {doubts.map(({ key, text }) => (
            <Checkbox
              key={key}
              checked={decided.includes(key)}
              onCheckedChange={(isOn) => onDecide(isOn ? [...decided, key] : decided.filter((each) => each !== key))}
            >
              {text}，仍然导入
            </Checkbox>
          ))}
        </div>
      </Callout>
    </div>
  );
};
