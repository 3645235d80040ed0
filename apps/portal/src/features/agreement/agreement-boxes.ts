import type { CallReply } from '@ronghui/client';
import type { AcceptedAgreement } from '@ronghui/domain/agreement';
import { call } from '@ronghui/web/calls/call';
import { useDraft } from '@ronghui/web/forms/draft';
import { useState } from 'react';
import type { Site } from '#kernel/start-up.ts';

/** An agreement in its present version. */
export type Agreement = Site['agreements'][number];

/** Opens the text of an agreement in the version that a form shows. @source R10.6 */
export const readAgreement = ({
  id,
  version,
}: Pick<Agreement, 'id' | 'version'>): Promise<CallReply<'agreement.detail'>> =>
  call('agreement.detail', { id, version });

const markOf = ({ id, version }: Pick<Agreement, 'id' | 'version'>) => `${id}@${version}`;

const noMarks: { readonly marks: readonly string[] } = { marks: [] };

/**
 * Remembers which versions were read to their end in this tab. The mark survives a login and a reload.
 *
 * @source ux "skuConfig"
 */
export const useReadMarks = (
  agreements: readonly Agreement[],
): { readonly ids: readonly string[]; readonly onRead: (id: string) => void } => {
  const { fields, change } = useDraft('agreements-read', noMarks);
  return {
    ids: agreements.filter((agreement) => fields.marks.includes(markOf(agreement))).map(({ id }) => id),
    onRead: (id) => {
      const agreement = agreements.find((each) => each.id === id);
      if (agreement !== undefined) change({ marks: [...fields.marks, markOf(agreement)] });
    },
  };
};

/** The state of the agreement boxes of a form. */
export interface AgreementBoxesState {
  /** The ticked agreements, as they are sent. */
  readonly accepted: readonly AcceptedAgreement[];
  /** Ids of the ticked ones, for the boxes. */
  readonly ticked: readonly string[];
  readonly errors: Readonly<Record<string, string>>;
  readonly onChange: (id: string, isTicked: boolean) => void;
  /** Whether every required box is ticked; marks the others. */
  readonly isComplete: () => boolean;
  /** Clears the ticks and marks the required boxes, after a text changed. */
  readonly askAgain: () => void;
}

/**
 * The agreement boxes of a form. No box is ticked at first, and ticks are not kept over a reload, because a tick applies to one
 * reading of one version.
 *
 * @source R10.6
 */
export const useAgreementBoxes = (agreements: readonly Agreement[]): AgreementBoxesState => {
  const [marks, setMarks] = useState<readonly string[]>([]);
  const [tried, setTried] = useState(false);
  const isTicked = (agreement: Agreement) => marks.includes(markOf(agreement));
  const ticked = agreements.filter(isTicked);
  const missing = agreements.filter((agreement) => agreement.required && !isTicked(agreement));
  return {
    accepted: ticked.map(({ id, version }) => ({ id, version })),
    ticked: ticked.map(({ id }) => id),
    errors: tried ? Object.fromEntries(missing.map(({ id, title }) => [id, `请阅读并同意《${title}》`])) : {},
    onChange: (id, wanted) => {
      const agreement = agreements.find((each) => each.id === id);
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
