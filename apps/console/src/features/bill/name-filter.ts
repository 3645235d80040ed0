import type { FilterField } from '@ronghui/ui';
import { useDeferredValue, useState } from 'react';
import { type NamedKind, namesAtOnce, useNames } from './names-queries.ts';

/** A list's filter by name. Where there are more names than a list holds, a part of the name narrows it; the chosen one always stands in it. */
export const useNameFilter = (
  kind: NamedKind,
  { name, label, value }: { readonly name: string; readonly label: string; readonly value: string },
): FilterField => {
  const [text, setText] = useState('');
  const names = useNames(kind, { keyword: useDeferredValue(text.trim()) });
  const isMissing = value !== '' && (names.length > 0 || text !== '') && !names.some((each) => each.value === value);
  const chosen = useNames(kind, { id: value, isAsked: isMissing });
  const search = names.length >= namesAtOnce || text !== '' ? { text, onTextChange: setText } : undefined;
  return { kind: 'select', name, label, options: isMissing ? [...chosen, ...names] : names, search };
};
