import { type ContentDifference, contentDifferences } from '@ronghui/domain/content';
import type { JSX } from 'react';
import css from '../content.module.css';

const isPicture = (text: string): boolean => text.startsWith('/media/');

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

const One = ({ difference: { label, before, after } }: { difference: ContentDifference }): JSX.Element => (
  <div className={css.difference}>
    <dt>{label}</dt>
    {before === '' ? null : <Side text={before} className={css.before} what="原来" />}
    {after === '' ? null : <Side text={after} className={css.after} what="改为" />}
  </div>
);

/** What differs between two bodies, readable: each with its name, what it was and what it becomes. @source R11.3 */
export const Differences = ({ before, after }: { before: unknown; after: unknown }): JSX.Element => {
  const differences = contentDifferences(before, after);
  if (differences.length === 0) return <p className={css.note}>没有差异。</p>;
  return (
    <dl className={css.differences} aria-label="差异">
      {differences.map((difference, place) => (
        // Two items may have the same title; a difference has no identity but its place.
        <One key={place} difference={difference} />
      ))}
    </dl>
  );
};
