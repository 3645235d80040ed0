import { type Fen, fenOfYuan, yuanText } from '@ronghui/domain/money';
import { TextInput, type TextInputProps } from '@ronghui/ui';
import { type JSX, useState } from 'react';

interface TypedFieldProps<Value> extends Pick<TextInputProps, 'suffix' | 'placeholder' | 'aria-label' | 'prefix'> {
  readonly value: Value;
  readonly onValueChange: (value: Value) => void;
}

/** Keeps what is typed while it says the value, so that `1.` can become `1.5`. */
const useTyped = <Value,>(
  value: Value,
  textOf: (value: Value) => string,
  read: (text: string) => Value | undefined,
) => {
  const [typed, setTyped] = useState(textOf(value));
  return { text: read(typed) === value ? typed : textOf(value), setTyped };
};

/** A whole number; empty is 0, which the rules name where it may not be. */
export const NumberField = ({ value, onValueChange, ...rest }: TypedFieldProps<number>): JSX.Element => {
  const read = (text: string): number | undefined => (/^\d{0,7}$/.test(text) ? Number(text) : undefined);
  const { text, setTyped } = useTyped(value, String, read);
  return (
    <TextInput
      {...rest}
      inputMode="numeric"
      value={text}
      maxLength={7}
      onValueChange={(next) => {
        const found = read(next);
        if (found === undefined) return;
        setTyped(next);
        onValueChange(found);
      }}
    />
  );
};

const plain = (amount: Fen): string => yuanText(amount, { grouping: false });

const shownAmount = (amount: Fen | null): string => (amount === null ? '' : plain(amount));
const readAmount = (text: string): Fen | null | undefined =>
  text.trim() === '' ? null : (fenOfYuan(text) ?? undefined);

/**
 * An amount in yuan, as people type or paste it; empty is null. What is no amount (`12,34`, or `1.` on the way to `1.5`) stands there while it is
 * typed, marked as wrong, and the amount that was taken last comes back when the field is left.
 */
export const YuanField = ({ value, onValueChange, ...rest }: TypedFieldProps<Fen | null>): JSX.Element => {
  const [typed, setTyped] = useState(shownAmount(value));
  const found = readAmount(typed);
  return (
    <TextInput
      suffix="元"
      {...rest}
      inputMode="decimal"
      value={found === undefined || found === value ? typed : shownAmount(value)}
      maxLength={24}
      {...(found === undefined && { 'aria-invalid': true })}
      onValueChange={(next) => {
        setTyped(next);
        const taken = readAmount(next);
        if (taken !== undefined) onValueChange(taken);
      }}
      onBlur={() => {
        if (found === undefined) setTyped(shownAmount(value));
      }}
    />
  );
};

const separators = /[\s,，、；;]+/;

/** A list of short texts on one line, separated by commas. */
export const WordsField = ({ value, onValueChange, ...rest }: TypedFieldProps<readonly string[]>): JSX.Element => {
  const read = (text: string): readonly string[] => text.split(separators).filter((word) => word !== '');
  const [typed, setTyped] = useState(value.join('、'));
  const isSame = read(typed).join('\n') === value.join('\n');
  return (
    <TextInput
      {...rest}
      value={isSame ? typed : value.join('、')}
      maxLength={1000}
      onValueChange={(next) => {
        setTyped(next);
        onValueChange(read(next));
      }}
    />
  );
};
