import { Select, TextInput } from '@ronghui/ui';
import { type JSX, useDeferredValue, useId, useState } from 'react';
import css from './billing.module.css';
import { type NamedKind, namesAtOnce, useNames } from './names-queries.ts';

interface NameSelectProps {
  readonly kind: NamedKind;
  readonly value: string;
  readonly onValueChange: (id: string) => void;
  readonly onBlur?: () => void;
  readonly name?: string;
  /** Shown while nothing is chosen: 全部机构. */
  readonly placeholder: string;
  /** The name of the present value, which the first names need not contain. */
  readonly known?: { readonly value: string; readonly label: string } | undefined;
  readonly disabled?: boolean;
}

/** Selects by name; where there are more names than a list holds, a part of the name narrows it. */
export const NameSelect = ({ kind, known, ...select }: NameSelectProps): JSX.Element => {
  const id = useId();
  const [typed, setTyped] = useState('');
  const names = useNames(kind, { keyword: useDeferredValue(typed.trim()) });
  const isKnown = known === undefined || names.some(({ value }) => value === known.value);
  return (
    <div className={css.stack}>
      <Select {...select} options={isKnown ? names : [known, ...names]} />
      {names.length >= namesAtOnce || typed !== '' ? (
        <TextInput
          // The field's label leads to the select.
          id={id}
          aria-required={undefined}
          aria-label="名称的一部分"
          placeholder="输入名称的一部分缩小范围"
          value={typed}
          onValueChange={setTyped}
          maxLength={60}
        />
      ) : null}
    </div>
  );
};
