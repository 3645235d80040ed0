import type { JSX, ReactNode } from 'react';
import { classNames } from '../../class-names.ts';
import { ErrorIcon, InfoIcon, WarnIcon } from '../icon/widget-icons.tsx';
import css from './callout.module.css';

/** A permanent note in the page; it has `role="alert"` where it appears in response to something. */
export type CalloutProps = {
  tone?: 'info' | 'warn' | 'bad';
  role?: 'alert' | 'status' | 'note';
  children: ReactNode;
};

const icons = { info: InfoIcon, warn: WarnIcon, bad: ErrorIcon };

/** A sentence on a tinted background with the icon of its tone. */
export function Callout({ tone = 'info', role = 'note', children }: CalloutProps): JSX.Element {
  const Icon = icons[tone];
  return (
    <div role={role} className={classNames(css.callout, css[tone])}>
      <Icon size={20} className={css.icon ?? ''} />
      <div className={css.words}>{children}</div>
    </div>
  );
}
