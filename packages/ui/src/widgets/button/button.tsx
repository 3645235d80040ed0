import type { ComponentProps, JSX, MouseEvent, ReactNode } from 'react';
import { classNames } from '../../class-names.ts';
import css from './button.module.css';

/** The visual variants of a button. */
export type ButtonLook = {
  variant?: 'primary' | 'secondary' | 'ghost' | 'danger';
  size?: 'small' | 'medium' | 'large';
  /** Busy: announces it, keeps its width and its focus, and ignores clicks. */
  loading?: boolean;
  /** As wide as its container. */
  block?: boolean;
  /** An icon before the text. */
  icon?: ReactNode;
};

/** A link styled as a button: all props of `a`; `href` selects it. */
export type ButtonLinkProps = ButtonLook & Omit<ComponentProps<'a'>, 'style' | 'href'> & { href: string };

/** A button: all props of `button`; its default `type` is `button`. */
export type ButtonPressProps = ButtonLook & Omit<ComponentProps<'button'>, 'style'> & { href?: undefined };

/** Runs an action (`button`), or opens a page (`a`) when it has an `href`. */
export function Button(props: ButtonLinkProps | ButtonPressProps): JSX.Element {
  const {
    variant = 'secondary',
    size = 'medium',
    loading = false,
    block = false,
    icon,
    className,
    children,
    ...rest
  } = props;
  const look = classNames(css.button, css[variant], css[size], block && css.block, loading && css.loading, className);
  const content = (
    <>
      {loading ? <span className={css.spinner} aria-hidden="true" /> : icon}
      {children}
    </>
  );
  if (rest.href !== undefined) {
    return (
      <a {...rest} className={look}>
        {content}
      </a>
    );
  }
  const { onClick, type = 'button', ...native } = rest;
  function press(event: MouseEvent<HTMLButtonElement>): void {
    if (loading) event.preventDefault();
    else onClick?.(event);
  }
  return (
    <button
      {...native}
      type={type}
      className={look}
      onClick={press}
      aria-busy={loading || undefined}
      aria-disabled={loading || native['aria-disabled']}
    >
      {content}
    </button>
  );
}
