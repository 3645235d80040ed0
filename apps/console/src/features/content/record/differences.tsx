import { type ChangedLine, type ContentDifference, changedLines, contentDifferences } from '@ronghui/domain/content';
import type { JSX } from 'react';
import css from '../content.module.css';

const isPicture = (text: string): boolean => text.startsWith('/media/');

/** What the two sides of a difference are called. */
interface SideNames {
  readonly was: string;
  readonly is: string;
}
const publishedNames: SideNames = { was: '原来', is: '改为' };

const Side = ({ text, className, what }: { text: string; className: string | undefined; what: string }): JSX.Element =>
  isPicture(text) ? (
    <dd>
      <img className={css.thumb} src={text} alt={what} />
    </dd>
  ) : (
    <dd className={className}>
      <span className={css.note}>{what}：</span>
      {text}
    </dd>
  );

const lineLooks = { same: css.same, gone: css.before, fresh: css.after };

const Line = ({ line, names }: { line: ChangedLine; names: SideNames }): JSX.Element => {
  if (line.kind === 'skipped') return <p className={css.note}>…… 相同的 {line.count}&nbsp;行</p>;
  return (
    <p className={lineLooks[line.kind]}>
      {line.kind === 'same' ? null : <span className={css.note}>{line.kind === 'gone' ? names.was : names.is}：</span>}
      {line.text === '' ? '（空行）' : line.text}
    </p>
  );
};

interface OneProps {
  readonly difference: ContentDifference;
  readonly names: SideNames;
}

/** A text of several lines shows those that changed, with some around them; everything else both of its sides. */
const One = ({ difference: { label, before, after }, names }: OneProps): JSX.Element => (
  <div className={css.difference}>
    <dt>{label}</dt>
    {before !== '' && after !== '' && `${before}${after}`.includes('\n') ? (
      <dd className={css.lines}>
        {changedLines(before, after).map((line, place) => (
          // Lines may be the same; one has no identity but its place.
          <Line key={place} line={line} names={names} />
        ))}
      </dd>
    ) : (
      <>
        {before === '' ? null : <Side text={before} className={css.before} what={names.was} />}
        {after === '' ? null : <Side text={after} className={css.after} what={names.is} />}
      </>
    )}
  </div>
);

interface DifferencesProps {
  readonly before: unknown;
  readonly after: unknown;
  readonly names?: SideNames;
}

/** What differs between two bodies, readable: each with its name, what it was and what it becomes. @source R11.3 */
export const Differences = ({ before, after, names = publishedNames }: DifferencesProps): JSX.Element => {
  const differences = contentDifferences(before, after);
  if (differences.length === 0) return <p className={css.note}>没有差异。</p>;
  return (
    <dl className={css.differences} aria-label="差异">
      {differences.map((difference, place) => (
        // Two items may have the same title; a difference has no identity but its place.
        <One key={place} difference={difference} names={names} />
      ))}
    </dl>
  );
};
