import type { CallReply } from '@ronghui/client';
import { call } from '@ronghui/web/calls/call';
import { useDraft } from '@ronghui/web/forms/draft';
import { useState } from 'react';
import type { Site } from '#kernel/start-up.ts';

/** An agreement in its present version. */
export type Agreement = Site['agreements'][number];

/** The text of an agreement, in the version that a form shows. @source R10.6 */
export const readAgreement = ({
  id,
  version,
}: Pick<Agreement, 'id' | 'version'>): Promise<CallReply<'agreement.detail'>> =>
  call('agreement.detail', { id, version });

const markOf = ({ id, version }: Pick<Agreement, 'id' | 'version'>) => `${id}@${version}`;

const noMarks: { readonly marks: readonly string[] } = { marks: [] };

/**
 * Which versions were read to their end in this tab: once is enough, over a login and a reload.
 *
 * @source ux "skuConfig"
 */
export const useReadMarks = (
  asked: readonly Agreement[],
): { readonly ids: readonly string[]; readonly onRead: (id: string) => void } => {
  const { fields, change } = useDraft('agreements-read', noMarks);
  return {
    ids: asked.filter((agreement) => fields.marks.includes(markOf(agreement))).map(({ id }) => id),
    onRead: (id) => {
      const agreement = asked.find((each) => each.id === id);
      if (agreement !== undefined) change({ marks: [...fields.marks, markOf(agreement)] });
    },
  };
};

/** The boxes of a form. */
export interface Consents {
  /** What was ticked, as it is sent. */
  readonly accepted: readonly Pick<Agreement, 'id' | 'version'>[];
  /** Ids of the ticked ones, for the boxes. */
  readonly ticked: readonly string[];
  readonly errors: Readonly<Record<string, string>>;
  readonly onChange: (id: string, isTicked: boolean) => void;
  /** Whether every required box is ticked; marks the others. */
  readonly isComplete: () => boolean;
  /** Takes the ticks away and marks the required boxes: a changed text asks again. */
  readonly askAgain: () => void;
}

/**
 * Which agreements were ticked. Nothing is ticked beforehand, nor kept over a reload: a tick is of this reading of this version.
 *
 * @source R10.6
 */
export const useConsents = (asked: readonly Agreement[]): Consents => {
  const [marks, setMarks] = useState<readonly string[]>([]);
  const [tried, setTried] = useState(false);
  const isTicked = (agreement: Agreement) => marks.includes(markOf(agreement));
  const missing = asked.filter((agreement) => agreement.required && !isTicked(agreement));
  return {
    accepted: asked.filter(isTicked).map(({ id, version }) => ({ id, version })),
    ticked: asked.filter(isTicked).map(({ id }) => id),
    errors: tried ? Object.fromEntries(missing.map(({ id, title }) => [id, `请阅读并同意《${title}》`])) : {},
    onChange: (id, wanted) => {
      const agreement = asked.find((each) => each.id === id);
      if (agreement === undefined) return;
      const mark = markOf(agreement);
      setMarks((before) => [...before.filter((each) => each !== mark), ...(wanted ? [mark] : [])]);
    },
    isComplete: () => {
      setTried(true);
      return missing.length === 0;
    },
    askAgain: () => {
      setMarks([]);
      setTried(true);
    },
  };
};
