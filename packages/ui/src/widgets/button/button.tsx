import type { ComponentProps, JSX, MouseEvent, ReactNode } from 'react';
import { classNames } from '../../class-names.ts';
import css from './button.module.css';

/** What a button looks like. */
export type ButtonLook = {
  variant?: 'primary' | 'secondary' | 'ghost' | 'danger';
  size?: 'small' | 'medium' | 'large';
  /** Busy: says so, keeps its width and its focus, and does nothing when pressed. */
  loading?: boolean;
  /** As wide as its container. */
  block?: boolean;
  /** Stands before the text. */
  icon?: ReactNode;
};

/** A link that looks like a button: everything of `a`, told apart by `href`. */
export type ButtonLinkProps = ButtonLook & Omit<ComponentProps<'a'>, 'style' | 'href'> & { href: string };

/** A real button: everything of `button`; its `type` is `button` unless said otherwise. */
export type ButtonPressProps = ButtonLook & Omit<ComponentProps<'button'>, 'style'> & { href?: undefined };

/** Does something (`button`), or goes somewhere (`a`) when it has an `href`. */
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
