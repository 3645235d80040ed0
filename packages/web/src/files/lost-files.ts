import { useCallback, useState } from 'react';
import { useDraft } from '../forms/draft.ts';

interface Waiting {
  readonly names: readonly string[];
}

const nothing: Waiting = { names: [] };

/** What the form says of files that it could not keep; undefined without any. */
const lostText = (names: readonly string[]): string | undefined =>
  names.length === 0 ? undefined : `附件未能保留，请重新添加：${names.join('、')}`;

/**
 * The names of the files that wait in a form, kept like its text: a browser keeps no file over a login or a reload, so that the restored form
 * says which ones are missing. `form` names the form, or the field.
 *
 * @source R1.1, ux "Always"
 */
export const useLostFiles = (form: string) => {
  const { fields, change, clear } = useDraft(`files ${form}`, nothing);
  const [found] = useState(fields.names);
  const [isChosen, setChosen] = useState(false);
  return {
    /** Says that files were lost, once: at the first look at the field, until it is left or others are chosen. */
    lostOnce: isChosen ? undefined : lostText(found),
    /** Forgets them, for a field that says it once. */
    forget: clear,
    /** Says that files were lost, until others are chosen; undefined without any. */
    lost: isChosen ? undefined : lostText(fields.names),
    /** Keeps the names of what waits now; none forgets. */
    keep: useCallback(
      (files: readonly { readonly name: string }[]): void => {
        setChosen(true);
        if (files.length === 0) clear();
        else change({ names: files.map(({ name }) => name) });
      },
      [change, clear],
    ),
  };
};
