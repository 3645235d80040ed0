import type { JSX } from 'react';
import { Disclosure } from '../../frames/disclosure.tsx';
import { Checkbox } from '../checkbox/checkbox.tsx';
import css from './data-table.module.css';
import type { TableSettings } from './table-settings.ts';

export type TableSettingsMenuProps = {
  columns: readonly { key: string; title: string; fixed?: true }[];
  settings: TableSettings;
  onChange: (next: TableSettings) => void;
};

/** Selects the visible columns and the density. */
export function TableSettingsMenu({ columns, settings, onChange }: TableSettingsMenuProps): JSX.Element {
  const { hidden, dense } = settings;
  function show(key: string, shown: boolean): void {
    onChange({ ...settings, hidden: shown ? hidden.filter((each) => each !== key) : [...hidden, key] });
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
        <Checkbox checked={dense} onCheckedChange={(next) => onChange({ ...settings, dense: next })}>
          紧凑行距
        </Checkbox>
      </div>
    </Disclosure>
  );
}
