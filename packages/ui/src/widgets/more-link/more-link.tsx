import type { ComponentProps, JSX } from 'react';
import { classNames } from '../../class-names.ts';
import { ArrowRightIcon } from '../icon/widget-icons.tsx';
import css from './more-link.module.css';

/** A link to more of something: 全部产品 →. */
export type MoreLinkProps = Omit<ComponentProps<'a'>, 'style'> & { href: string };

/** Text with an arrow that moves a little on hover. */
export function MoreLink({ className, children, ...rest }: MoreLinkProps): JSX.Element {
  return (
    <a {...rest} className={classNames(css.more, className)}>
      {children}
      <ArrowRightIcon size={16} />
    </a>
  );
}
