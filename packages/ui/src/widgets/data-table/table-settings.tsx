import type { JSX } from 'react';
import { Disclosure } from '../../frames/disclosure.tsx';
import { Checkbox } from '../checkbox/checkbox.tsx';
import css from './data-table.module.css';
import type { TableChoice } from './table-choice.ts';

export type TableSettingsProps = {
  columns: readonly { key: string; title: string; fixed?: true }[];
  choice: TableChoice;
  onChange: (next: TableChoice) => void;
};

/** Selects the visible columns and the density. */
export function TableSettings({ columns, choice, onChange }: TableSettingsProps): JSX.Element {
  const { hidden, dense } = choice;
  function show(key: string, shown: boolean): void {
    onChange({ ...choice, hidden: shown ? hidden.filter((each) => each !== key) : [...hidden, key] });
  }
  return (
    <Disclosure label="列设置" framed>
      <div className={css.settings}>
        {columns.map(({ key, title, fixed }) => (
          <Checkbox
            key={key}
            checked={!hidden.includes(key)}
            disabled={fixed}
            onCheckedChange={(shown) => show(key, shown)}
          >
            {title}
          </Checkbox>
        ))}
        <hr className={css.rule} />
        <Checkbox checked={dense} onCheckedChange={(next) => onChange({ ...choice, dense: next })}>
          紧凑行距
        </Checkbox>
      </div>
    </Disclosure>
  );
}
