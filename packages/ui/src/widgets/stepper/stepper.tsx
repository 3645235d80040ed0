import type { JSX } from 'react';
import { CheckIcon } from '../icon/widget-icons.tsx';
import { VisuallyHidden } from '../visually-hidden/visually-hidden.tsx';
import css from './stepper.module.css';

/** The steps of a procedure and the current one, counted from 0; `steps.length` means all done. */
export type StepperProps = { label: string; steps: readonly string[]; current: number };

/** 配置 → 确认 → 完成, with completed steps ticked. */
export function Stepper({ label, steps, current }: StepperProps): JSX.Element {
  return (
    <ol className={css.steps} aria-label={label}>
      {steps.map((step, place) => (
        <li
          key={step}
          className={place < current ? css.done : undefined}
          aria-current={place === current ? 'step' : undefined}
        >
          <span className={css.mark}>{place < current ? <CheckIcon size={16} /> : place + 1}</span>
          {step}
          {place < current ? <VisuallyHidden>（已完成）</VisuallyHidden> : null}
        </li>
      ))}
    </ol>
  );
}
