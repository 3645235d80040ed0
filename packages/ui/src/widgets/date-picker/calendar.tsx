import { type JSX, useState } from 'react';
import { DayPicker, type Matcher } from 'react-day-picker';
import { zhCN } from 'react-day-picker/locale/zh-CN';
import { ChevronLeftIcon } from '../icon/frame-icons.tsx';
import { ChevronRightIcon } from '../icon/icon.tsx';
import css from './calendar.module.css';
import { dateOf, dayOf } from './day.ts';
import type { DayRange } from './presets.ts';

/** A calendar of one or two months. Days are `YYYY-MM-DD`; the empty text for none. */
export type CalendarProps = {
  today: string;
  /** The first and the last selectable day. */
  min?: string | undefined;
  max?: string | undefined;
} & (
  | { mode: 'day'; value: string; onChange: (day: string) => void }
  | { mode: 'range'; value: DayRange; onChange: (range: DayRange) => void; months: 1 | 2 }
);

/** Our class names by the library's part names. */
const look: Readonly<Record<string, string | undefined>> = {
  root: css.calendar,
  months: css.months,
  month: css.month,
  nav: css.nav,
  button_previous: css.step,
  button_next: css.step,
  month_caption: css.caption,
  dropdowns: css.dropdowns,
  dropdown_root: css.dropdownRoot,
  dropdown: css.dropdown,
  caption_label: css.captionLabel,
  month_grid: css.grid,
  weekday: css.weekday,
  day: css.day,
  day_button: css.dayButton,
  today: css.today,
  outside: css.outside,
  disabled: css.disabled,
  hidden: css.hidden,
  footer: css.footer,
  selected: css.selected,
  range_start: css.rangeStart,
  range_middle: css.rangeMiddle,
  range_end: css.rangeEnd,
};

/** The range of years in the year list without `min` and `max`. */
const yearsBefore = 10;
const yearsAfter = 75;

function boundsOf({ today, min, max, mode }: Pick<CalendarProps, 'today' | 'min' | 'max' | 'mode'>) {
  const year = Number(today.slice(0, 4));
  const first = dateOf(min ?? '');
  const last = dateOf(max ?? '');
  const after = mode === 'range' ? 1 : yearsAfter;
  const disabled: Matcher[] = [...(first ? [{ before: first }] : []), ...(last ? [{ after: last }] : [])];
  return {
    startMonth: first ?? new Date(year - yearsBefore, 0),
    endMonth: last ?? new Date(year + after, 11),
    disabled,
  };
}

const common = {
  locale: zhCN,
  classNames: Object.fromEntries(
    Object.entries(look).flatMap(([part, name]) => (name === undefined ? [] : [[part, name]])),
  ),
  captionLayout: 'dropdown',
  fixedWeeks: true,
  showOutsideDays: true,
  autoFocus: true,
  formatters: {
    formatMonthDropdown: (date: Date) => `${date.getMonth() + 1} 月`,
    formatYearDropdown: (date: Date) => `${date.getFullYear()} 年`,
  },
  components: {
    Chevron: ({ orientation }: { orientation?: 'up' | 'down' | 'left' | 'right' }) =>
      orientation === 'left' ? <ChevronLeftIcon size={16} /> : <ChevronRightIcon size={16} />,
  },
} as const;

/** Arrow keys move by day and week, PageUp and PageDown by month, with Shift by year; Enter selects. Loaded when it is opened. */
export function Calendar(props: CalendarProps): JSX.Element {
  return props.mode === 'day' ? <DayCalendar {...props} /> : <RangeCalendar {...props} />;
}

function DayCalendar({ value, onChange, ...bounds }: CalendarProps & { mode: 'day' }): JSX.Element {
  const selected = dateOf(value);
  const today = dateOf(bounds.today);
  const shown = selected ?? today;
  return (
    <DayPicker
      {...common}
      {...boundsOf(bounds)}
      mode="single"
      required
      selected={selected}
      onSelect={(date) => onChange(dayOf(date))}
      {...(today && { today })}
      {...(shown && { defaultMonth: shown })}
    />
  );
}

/** The first click starts a range, the second ends it, in either order. */
function RangeCalendar({ value, onChange, months, ...bounds }: CalendarProps & { mode: 'range' }): JSX.Element {
  const [begun, begin] = useState<Date>();
  const from = dateOf(value.from);
  const to = dateOf(value.to);
  const today = dateOf(bounds.today);
  function choose(date: Date): void {
    if (begun === undefined) return begin(date);
    begin(undefined);
    const [first, last] = begun <= date ? [begun, date] : [date, begun];
    onChange({ from: dayOf(first), to: dayOf(last) });
  }
  const last = to ?? from ?? today;
  const shown = last && months === 2 ? new Date(last.getFullYear(), last.getMonth() - 1) : last;
  return (
    <DayPicker
      {...common}
      {...boundsOf(bounds)}
      mode="range"
      showOutsideDays={months === 1}
      numberOfMonths={months}
      selected={begun === undefined ? { from: from ?? to, to: to ?? from } : { from: begun }}
      onSelect={(_, date) => choose(date)}
      footer={begun === undefined ? '选择开始日期' : `从 ${dayOf(begun)} 起，选择结束日期`}
      {...(today && { today })}
      {...(shown && { defaultMonth: shown })}
    />
  );
}
