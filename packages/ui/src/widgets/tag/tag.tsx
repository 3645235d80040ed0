import type { JSX, ReactNode } from 'react';
import { classNames } from '../../class-names.ts';
import css from './tag.module.css';

/** What a tag means; its text says the same, colour alone never does. */
export type Tone = 'ok' | 'warn' | 'bad' | 'info' | 'neutral';

/** A word or two about a state or a kind. */
export function Tag({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }): JSX.Element {
  return <span className={classNames(css.tag, css[tone])}>{children}</span>;
}
