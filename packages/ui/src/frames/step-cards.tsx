import type { JSX } from 'react';
import css from './step-cards.module.css';

/** How something works, in numbered steps. */
export function StepCards({ steps }: { steps: readonly { title: string; text: string }[] }): JSX.Element {
  return (
    <ol className={css.steps}>
      {steps.map((step, place) => (
        <li key={step.title} className={css.step}>
          <h3 className={css.title}>{`${place + 1} · ${step.title}`}</h3>
          <p className={css.text}>{step.text}</p>
        </li>
      ))}
    </ol>
  );
}
