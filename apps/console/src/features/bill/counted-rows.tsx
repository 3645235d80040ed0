import { Button } from '@ronghui/ui';
import { type JSX, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import css from './billing.module.css';

interface CountedRowsProps {
  /** The sentence around the count. */
  readonly before: string;
  /** With its unit: 3 笔. */
  readonly count: string;
  readonly after?: string;
  /** What the rows are. */
  readonly label: string;
  /** The items of the list. */
  readonly children: ReactNode;
}

/** A sentence that counts rows; its count leads to them, in a list below. @source ux "Always" */
export const CountedRows = ({ before, count, after = '', label, children }: CountedRowsProps): JSX.Element => {
  const id = useId();
  const list = useRef<HTMLUListElement>(null);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    if (isOpen) list.current?.focus();
  }, [isOpen]);
  return (
    <div className={css.stack}>
      <p>
        {before}
        <Button
          size="small"
          variant="ghost"
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          onClick={() => setOpen(!isOpen)}
        >
          {count}
        </Button>
        {after}
      </p>
      {isOpen ? (
        <ul ref={list} id={id} className={css.counted} aria-label={label} tabIndex={0}>
          {children}
        </ul>
      ) : null}
    </div>
  );
};
