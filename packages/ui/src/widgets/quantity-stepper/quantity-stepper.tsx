import { type JSX, type KeyboardEvent, useState } from 'react';
import { useControlLink } from '../form-field/field-context.ts';
import { MinusIcon, PlusIcon } from '../icon/widget-icons.tsx';
import css from './quantity-stepper.module.css';

/** An integer between bounds. */
export type QuantityStepperProps = {
  /** The accessible name where there is no surrounding `FormField`. */
  label?: string;
  value: number;
  onValueChange: (value: number) => void;
  min?: number;
  max?: number;
  step?: number;
  disabled?: boolean;
};

/** − number +; arrow keys step, Home and End go to the bounds, a typed value is clamped on blur. */
export function QuantityStepper({
  label,
  value,
  onValueChange,
  min = 1,
  max = 9999,
  step = 1,
  disabled = false,
}: QuantityStepperProps): JSX.Element {
  const link = useControlLink();
  const [draft, setDraft] = useState<string | null>(null);
  function set(next: number): void {
    setDraft(null);
    const bounded = Math.min(max, Math.max(min, Math.round(next)));
    if (bounded !== value) onValueChange(bounded);
  }
  function settle(): void {
    if (draft !== null) set(draft === '' ? value : Number(draft));
  }
  function key(event: KeyboardEvent): void {
    const goals: Record<string, number> = { ArrowUp: value + step, ArrowDown: value - step, Home: min, End: max };
    const goal = goals[event.key];
    if (goal !== undefined) {
      event.preventDefault();
      set(goal);
    } else if (event.key === 'Enter') settle();
  }
  return (
    <span className={css.stepper}>
      <button
        type="button"
        className={css.press}
        aria-label="减少"
        disabled={disabled || value <= min}
        onClick={() => set(value - step)}
      >
        <MinusIcon size={16} />
      </button>
      <input
        {...link}
        className={css.input}
        type="text"
        inputMode="numeric"
        role="spinbutton"
        aria-label={label}
        aria-valuenow={value}
        aria-valuemin={min}
        aria-valuemax={max}
        disabled={disabled}
        value={draft ?? String(value)}
        onChange={(event) => setDraft(event.target.value.replace(/\D/g, '').slice(0, 9))}
        onKeyDown={key}
        onBlur={settle}
      />
      <button
        type="button"
        className={css.press}
        aria-label="增加"
        disabled={disabled || value >= max}
        onClick={() => set(value + step)}
      >
        <PlusIcon size={16} />
      </button>
    </span>
  );
}
