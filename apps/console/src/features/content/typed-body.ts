import { type ContentRecord, type RecordName, recordWord } from '@ronghui/domain/content';
import { useAttemptKey } from '@ronghui/web/calls/attempt-key';
import { useDraft } from '@ronghui/web/forms/draft';
import { useLayoutEffect, useRef } from 'react';
import { type BodyOf, saveDraft } from './content-queries.ts';
import { mergedChange } from './merged-change.ts';

/** What is typed and not saved yet, as text: in this tab it outlives an error, a login and a reload. */
interface Typed {
  readonly body: string;
  /** The version that it was typed on. */
  readonly base: string;
}

const nothing: Typed = { body: '', base: '' };

/** What was stored: the version that it became, and the number of its faults. */
export interface Stored {
  readonly version: number;
  readonly faults: number;
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** What is typed into the form of a record whose `stored` body the server has, and its way to the server. */
export const useTyped = <Name extends ContentRecord>(name: RecordName<Name>, version: number, stored: BodyOf<Name>) => {
  const { fields, change: keep, clear } = useDraft<Typed>(`content-${recordWord(name)}`, nothing);
  const attempt = useAttemptKey();
  const typed = fields.body === '' ? undefined : (parsed(fields.body) as BodyOf<Name> | undefined);
  const body = typed ?? stored;
  const last = useRef({ text: '', isDrawn: true });
  useLayoutEffect(() => {
    last.current.isDrawn = true;
  });
  return {
    base: fields.base,
    body,
    isDirty: typed !== undefined,
    attempt,
    clear,
    rebase: () => keep({ base: String(version) }),
    /** A change of the body that is drawn; one that is not drawn yet, such as a picture that has just been stored, stays. */
    change: (next: BodyOf<Name>) => {
      const { text, isDrawn } = last.current;
      const changed = JSON.stringify(isDrawn ? next : mergedChange(body, next, parsed(text)));
      last.current = { text: changed, isDrawn: false };
      keep({ body: changed, base: fields.body === '' ? String(version) : fields.base });
    },
    /** Stores it; the version that comes after it. What is typed while it is on its way stays, on that version. */
    store: async (): Promise<Stored> => {
      last.current = { text: fields.body, isDrawn: true };
      const reply = await attempt({ body, version: Number(fields.base || version) }, saveDraft);
      if (last.current.text === fields.body) clear();
      else keep({ base: String(reply.version) });
      return { version: reply.version, faults: reply.faults.length };
    },
  };
};
