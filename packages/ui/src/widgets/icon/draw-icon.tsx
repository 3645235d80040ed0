import type { JSX } from 'react';
import css from './icon.module.css';

/** An icon: decorative by default; with a `label` it is a named image. */
export type IconProps = { label?: string; size?: 16 | 20 | 24; className?: string | undefined };

/** @returns a component that draws one 24×24 stroke path in the text's colour */
export function drawIcon(path: string): (props: IconProps) => JSX.Element {
  return function Icon({ label, size = 20, className }) {
    const name = label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label };
    return (
      <svg
        {...name}
        className={className ? `${css.icon} ${className}` : css.icon}
        width={size}
        height={size}
        viewBox="0 0 24 24"
      >
        <path d={path} />
      </svg>
    );
  };
}
