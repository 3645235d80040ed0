import { type JSX, useState } from 'react';
import { classNames } from '../../class-names.ts';
import { useControlLink } from '../form-field/field-context.ts';
import { CalendarIcon } from '../icon/icon.tsx';
import css from './date-field.module.css';
import panelCss from './date-panel.module.css';
import { DatePanel } from './date-panel.tsx';
import { todayInShanghai } from './day.ts';
import { LazyCalendar } from './lazy-calendar.tsx';
import { type DayRange, presetsOf } from './presets.ts';

/** An input for a range of days; the empty text for an open end. */
export type DateRangeFieldProps = {
  /** What the dates are about: 下单日期. */
  label: string;
  from: string;
  to: string;
  onRangeChange: (range: DayRange) => void;
  /** The current day; by default that of the device's clock in Shanghai. */
  today?: string | undefined;
  id?: string;
  className?: string | undefined;
};

/** The text of a range on its button. */
function textOf({ from, to }: DayRange): string {
  if (from === '' && to === '') return '全部时间';
  if (from === to) return from;
  if (to === '') return `${from} 起`;
  return from === '' ? `至 ${to}` : `${from} – ${to}`;
}

/** A button with the range as its text; it opens a popup with the usual ranges and a calendar. @source R1.5, R2.10 */
export function DateRangeField({
  label,
  from,
  to,
  onRangeChange,
  today,
  id,
  className,
}: DateRangeFieldProps): JSX.Element {
  const [openedOn, setOpenedOn] = useState<string>();
  const { id: controlId } = useControlLink(id);
  const close = () => setOpenedOn(undefined);
  const range = { from, to };
  function choose(next: DayRange): void {
    close();
    onRangeChange(next);
  }
  return (
    <>
      <button
        type="button"
        id={controlId}
        className={classNames(css.range, className, openedOn !== undefined && panelCss.open)}
        aria-label={`${label}：${textOf(range)}`}
        aria-haspopup="dialog"
        aria-expanded={openedOn !== undefined}
        onClick={(event) => {
          // Not every browser focuses a pressed button, and the panel gives the focus back to what had it.
          event.currentTarget.focus();
          setOpenedOn(today ?? todayInShanghai());
        }}
      >
        <span className={classNames(css.text, from === '' && to === '' && css.none)}>{textOf(range)}</span>
        <CalendarIcon size={16} />
      </button>
      {openedOn === undefined ? null : (
        <DatePanel title={label} onClose={close}>
          <RangeBody today={openedOn} range={range} onChoose={choose} />
        </DatePanel>
      )}
    </>
  );
}

type RangeBodyProps = { today: string; range: DayRange; onChoose: (range: DayRange) => void };

function RangeBody({ today, range, onChoose }: RangeBodyProps): JSX.Element {
  const isSet = range.from !== '' || range.to !== '';
  return (
    <div className={css.body}>
      <div className={css.presets} role="group" aria-label="常用时间">
        {presetsOf(today).map(({ label, ...preset }) => (
          <button
            key={label}
            type="button"
            className={css.preset}
            aria-pressed={preset.from === range.from && preset.to === range.to}
            onClick={() => onChoose(preset)}
          >
            {label}
          </button>
        ))}
        {isSet ? (
          <button
            type="button"
            className={classNames(css.preset, css.clear)}
            onClick={() => onChoose({ from: '', to: '' })}
          >
            全部时间
          </button>
        ) : null}
      </div>
      <LazyCalendar mode="range" today={today} value={range} onChange={onChoose} months={isWide() ? 2 : 1} />
    </div>
  );
}

/** Whether two months fit side by side. */
const isWide = (): boolean => matchMedia('(min-width: 1000px)').matches;
