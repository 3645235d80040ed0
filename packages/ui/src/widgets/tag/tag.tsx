import type { JSX, ReactNode } from 'react';
import { classNames } from '../../class-names.ts';
import css from './tag.module.css';

/** The meaning of a tag's colour; its text says the same, because colour alone is not accessible. */
export type Tone = 'ok' | 'warn' | 'bad' | 'info' | 'neutral';

/** A short label of a state or a kind. */
export function Tag({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }): JSX.Element {
  return <span className={classNames(css.tag, css[tone])}>{children}</span>;
}
