import { Button, CloseIcon, IconButton } from '@ronghui/ui';
import type { JSX, ReactNode } from 'react';
import { useRemovalFocus } from '#kernel/removal-focus.ts';
import css from '../content.module.css';

interface EntryRowsProps<Entry> {
  /** What the list is called: 阶梯价. */
  readonly label: string;
  /** What it is for, below its name. */
  readonly note?: string;
  /** What one entry is called, with its place: 第 1 档. */
  readonly nameOf: (place: number) => string;
  readonly entries: readonly Entry[];
  readonly onEntriesChange: (entries: Entry[]) => void;
  readonly blank: () => Entry;
  readonly most: number;
  readonly faultOf: (place: number) => string | undefined;
  /** The fields of an entry, each with its accessible name. */
  readonly children: (entry: Entry, set: (changes: Partial<Entry>) => void, place: number) => ReactNode;
}

/** A short list within a form: each entry on a line of its own, removed beside it, and added at the end. */
export const EntryRows = <Entry extends object>({
  label,
  note,
  nameOf,
  entries,
  onEntriesChange,
  blank,
  most,
  faultOf,
  children,
}: EntryRowsProps<Entry>): JSX.Element => {
  const { list, onRemoved } = useRemovalFocus<HTMLDivElement>();
  return (
    <div className={css.stack} role="group" aria-label={label} ref={list}>
      <h4 className={css.subtitle}>{label}</h4>
      {note === undefined ? null : <p className={css.note}>{note}</p>}
      {entries.map((entry, place) => (
        // Entries have no identity but their place.
        <div key={place} className={css.stack}>
          <div className={css.entry}>
            {children(
              entry,
              (changes) => onEntriesChange(entries.map((each, at) => (at === place ? { ...each, ...changes } : each))),
              place,
            )}
            <IconButton
              size="small"
              label={`删除${label}${nameOf(place)}`}
              icon={<CloseIcon />}
              data-remove="true"
              onClick={() => {
                onEntriesChange(entries.filter((_, at) => at !== place));
                onRemoved(place);
              }}
            />
          </div>
          {faultOf(place) === undefined ? null : (
            <p className={css.fault} role="alert" data-fault>
              {faultOf(place)}
            </p>
          )}
        </div>
      ))}
      {entries.length < most ? (
        <div>
          <Button data-add size="small" onClick={() => onEntriesChange([...entries, blank()])}>
            添加{label}
          </Button>
        </div>
      ) : null}
    </div>
  );
};
