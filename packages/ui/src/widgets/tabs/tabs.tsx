import { type JSX, type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import css from './tabs.module.css';

/** Panels of one page, one visible at a time. */
export type TabsProps = {
  /** The accessible name of the tab list. */
  label: string;
  items: readonly { value: string; label: ReactNode; content: ReactNode }[];
  /** The selected tab where the URL holds it; otherwise the component keeps it. */
  value?: string;
  onValueChange?: (value: string) => void;
};

/** Tabs by the ARIA pattern: arrows, Home and End select, Tab moves on to the panel. */
export function Tabs({ label, items, value, onValueChange }: TabsProps): JSX.Element {
  const id = useId();
  const [own, setOwn] = useState(items[0]?.value);
  const current = items.find((item) => item.value === (value ?? own)) ?? items[0];
  function choose(next: string): void {
    setOwn(next);
    onValueChange?.(next);
  }
  function key(event: KeyboardEvent<HTMLElement>): void {
    const at = items.findIndex((item) => item === current);
    const goals: Record<string, number> = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: items.length - 1 };
    const goal = goals[event.key];
    const next = goal === undefined ? undefined : items[(goal + items.length) % items.length];
    if (!next) return;
    event.preventDefault();
    choose(next.value);
    event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')[items.indexOf(next)]?.focus();
  }
  return (
    <div>
      <div className={css.list} role="tablist" aria-label={label} onKeyDown={key}>
        {items.map((item) => (
          <button
            key={item.value}
            type="button"
            role="tab"
            id={`${id}-${item.value}`}
            aria-selected={item === current}
            aria-controls={item === current ? `${id}-panel` : undefined}
            tabIndex={item === current ? 0 : -1}
            className={css.tab}
            onClick={() => choose(item.value)}
          >
            {item.label}
          </button>
        ))}
      </div>
      {current ? (
        <div
          className={css.panel}
          role="tabpanel"
          id={`${id}-panel`}
          aria-labelledby={`${id}-${current.value}`}
          tabIndex={0}
        >
          {current.content}
        </div>
      ) : null}
    </div>
  );
}
