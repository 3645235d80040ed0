import { type JSX, useState } from 'react';
import { CalendarIcon } from '../icon/icon.tsx';
import { IconButton } from '../icon-button/icon-button.tsx';
import { TextInput, type TextInputProps } from '../text-input/text-input.tsx';
import css from './date-field.module.css';
import panelCss from './date-panel.module.css';
import { DatePanel } from './date-panel.tsx';
import { dayFromTyped, todayInShanghai } from './day.ts';
import { LazyCalendar } from './lazy-calendar.tsx';

/** An input for one day. */
export type DateFieldProps = Omit<
  TextInputProps,
  'type' | 'value' | 'defaultValue' | 'onChange' | 'min' | 'max' | 'prefix' | 'suffix'
> & {
  /** `YYYY-MM-DD`; the empty text for none. A typed text that is no day is passed on as typed, so that the form can report it. */
  value: string;
  onValueChange: (value: string) => void;
  /** The first and the last selectable day. */
  min?: string | undefined;
  max?: string | undefined;
  /** The current day; by default that of the device's clock in Shanghai. */
  today?: string | undefined;
  /** The accessible name of the calendar and its button. */
  panelTitle?: string;
};

/**
 * A text box for a day with a calendar button. The native date input is not used, because it formats dates by the browser's language.
 *
 * @source R1.5
 */
export function DateField({
  value,
  onValueChange,
  min,
  max,
  today,
  panelTitle = '选择日期',
  onBlur,
  className,
  ...rest
}: DateFieldProps): JSX.Element {
  const [typed, setTyped] = useState<string>();
  const [openedOn, setOpenedOn] = useState<string>();
  const close = () => setOpenedOn(undefined);
  function choose(day: string): void {
    setTyped(undefined);
    close();
    onValueChange(day);
  }
  return (
    <span className={css.field}>
      <TextInput
        placeholder="年-月-日"
        inputMode="numeric"
        autoComplete="off"
        maxLength={11}
        {...rest}
        className={openedOn === undefined ? className : panelCss.open}
        value={typed ?? value}
        onValueChange={(text) => {
          setTyped(text);
          onValueChange(dayFromTyped(text) ?? text.trim());
        }}
        onBlur={(event) => {
          setTyped(undefined);
          onBlur?.(event);
        }}
        suffix={
          <IconButton
            className={css.opener}
            size="small"
            label={panelTitle}
            aria-haspopup="dialog"
            aria-expanded={openedOn !== undefined}
            disabled={rest.disabled}
            icon={<CalendarIcon size={20} />}
            onClick={(event) => {
              // Not every browser focuses a pressed button, and the panel gives the focus back to what had it.
              event.currentTarget.focus();
              setOpenedOn(today ?? todayInShanghai());
            }}
          />
        }
      />
      {openedOn === undefined ? null : (
        <DatePanel title={panelTitle} onClose={close}>
          <LazyCalendar mode="day" today={openedOn} min={min} max={max} value={value} onChange={choose} />
        </DatePanel>
      )}
    </span>
  );
}
