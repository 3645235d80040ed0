import { type Fen, fenOfYuan, yuanText } from '@ronghui/domain/money';
import { TextInput, type TextInputProps } from '@ronghui/ui';
import { type JSX, useId, useState } from 'react';

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

/** What stands in the field: what was typed, the value that it belongs to, and the value before the typing. */
interface TypedAmount {
  readonly text: string;
  readonly of: Fen | null;
  readonly before: Fen | null;
  /** The field was left with it. */
  readonly isLeft: boolean;
}

/**
 * An amount in yuan, as people type or paste it; empty is null. What is no amount (`12,34`, or `1.` on the way to `1.5`) stands there, marked as wrong.
 * When the field is left with it, nothing of it is taken: the amount is that from before the typing again, and the field says so.
 */
export const YuanField = ({ value, onValueChange, ...rest }: TypedFieldProps<Fen | null>): JSX.Element => {
  const unchanged: TypedAmount = { text: shownAmount(value), of: value, before: value, isLeft: false };
  const [kept, setKept] = useState(unchanged);
  // Another value from outside takes the place of what was typed.
  const typed = kept.of === value ? kept : unchanged;
  const isWrong = readAmount(typed.text) === undefined;
  const noteId = useId();
  const isNoted = isWrong && typed.isLeft;
  return (
    <>
      <TextInput
        suffix="元"
        {...rest}
        inputMode="decimal"
        value={typed.text}
        maxLength={24}
        {...(isWrong && { 'aria-invalid': true })}
        {...(isNoted && { 'aria-describedby': noteId })}
        onFocus={() => setKept(isWrong ? typed : { ...typed, before: value })}
        onValueChange={(text) => {
          const taken = readAmount(text);
          setKept({ ...typed, text, of: taken === undefined ? value : taken, isLeft: false });
          if (taken !== undefined) onValueChange(taken);
        }}
        onBlur={() => {
          if (!isWrong) return;
          setKept({ ...typed, of: typed.before, isLeft: true });
          if (typed.before !== value) onValueChange(typed.before);
        }}
      />
      {isNoted ? (
        <small id={noteId} role="alert">
          没有采用：应如 1,234.50
        </small>
      ) : null}
    </>
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
