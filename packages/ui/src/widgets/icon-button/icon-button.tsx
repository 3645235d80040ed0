import type { ComponentProps, JSX, ReactNode } from 'react';
import { classNames } from '../../class-names.ts';
import css from './icon-button.module.css';

/** A square button with an icon; `label` is its accessible name and its tooltip. */
export type IconButtonProps = Omit<ComponentProps<'button'>, 'style' | 'children' | 'aria-label'> & {
  label: string;
  icon: ReactNode;
  size?: 'small' | 'medium';
};

/** An icon button; at least 36 px (44 px on touch screens). */
export function IconButton({
  label,
  icon,
  size = 'medium',
  className,
  type = 'button',
  ...rest
}: IconButtonProps): JSX.Element {
  return (
    <button
      title={label}
      {...rest}
      type={type}
      aria-label={label}
      className={classNames(css.button, css[size], className)}
    >
      {icon}
    </button>
  );
}
