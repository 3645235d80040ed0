import { RadioGroup } from '@ronghui/ui';
import type { JSX } from 'react';
import type { Mapping, Preview } from './ledger-queries.ts';
import { columnName, type SideChoice, withSide } from './mapping.ts';
import { places, sideValues } from './open-questions.ts';
import css from './start.module.css';

const sides = [
  { value: 'in', label: '收入' },
  { value: 'out', label: '支出' },
  { value: 'neutral', label: '不计收支' },
] as const satisfies readonly { value: SideChoice['side']; label: string }[];

interface SidesProps {
  readonly preview: Preview;
  readonly mapping: Mapping;
  readonly onChange: (mapping: Mapping) => void;
}

/** What the values of the column of sides stand for: those that say nothing by themselves, and those that a person has chosen. @source R13.1 */
export const SideChoices = ({ preview, mapping, onChange }: SidesProps): JSX.Element | null => {
  const values = sideValues(preview, mapping);
  if (values.length === 0) return null;
  const flow = mapping.columns.find(({ field }) => field === 'flow')?.column;
  const column = preview.columns.find((each) => each.column === flow);
  return (
    <div id={places.sides} className={css.sides} role="group" aria-labelledby={`${places.sides}-title`} tabIndex={-1}>
      <h3 id={`${places.sides}-title`} className={css.small}>
        {column === undefined ? '' : `“${columnName(column)}”列里`}哪些值是收入，哪些是支出
      </h3>
      {values.map((value) => (
        <RadioGroup
          key={value}
          inline
          row
          label={`“${value}”`}
          options={sides}
          value={mapping.sides?.find((each) => each.value === value)?.side ?? null}
          onValueChange={(chosen) => {
            const side = sides.find((each) => each.value === chosen)?.value;
            if (side !== undefined) onChange(withSide(mapping, { value, side }));
          }}
        />
      ))}
    </div>
  );
};
