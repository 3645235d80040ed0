import type { ComponentProps, JSX } from 'react';
import css from './form-stack.module.css';

/** A form in one column: fields below each other, 20 px apart. The browser's validation bubbles are off; errors appear at the fields. */
export function FormStack(props: Omit<ComponentProps<'form'>, 'style' | 'className'>): JSX.Element {
  return <form noValidate {...props} className={css.stack} />;
}
