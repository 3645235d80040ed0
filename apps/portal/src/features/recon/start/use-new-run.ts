import { useAttemptKey } from '@ronghui/web/calls/attempt-key';
import type { Fields } from '@ronghui/web/forms/form';
import { useForm } from '@ronghui/web/forms/form';
import { navigate } from '@ronghui/web/navigation/hash-location';
import { leadTo } from '@ronghui/web/navigation/lead-to';
import { paths } from '#kernel/paths.ts';
import { type FormerRun, isGone, type Mapping, type StoredLedger, startRun, usePreview } from './ledger-queries.ts';
import { faultOf, following } from './mapping.ts';
import { openQuestionOf, reading } from './open-questions.ts';
import { areNone, type Choices, noChoices, sheetOf } from './row-choices.ts';

/** A chosen ledger as the form keeps it. */
export interface ChosenLedger extends StoredLedger {
  readonly name: string;
}

type Name = 'ledger' | 'stageId' | 'direction' | 'side' | 'mapping' | 'choices' | 'sidesSettled';

/** A draft may be of any age; what it does not hold any more is asked for again. */
const parsed = <Value>(text: string): Value | undefined => {
  if (text === '') return undefined;
  try {
    return JSON.parse(text) as Value;
  } catch {
    return undefined;
  }
};

const hints = ({ ledger, stageId }: Fields<Name>): Partial<Record<Name, string>> => ({
  ...(ledger === '' && { ledger: '请选择商户账文件' }),
  ...(stageId === '' && { stageId: '请选择账期' }),
});

/** What the form begins with. */
export interface NewRunStart {
  readonly stageId: string;
  readonly direction: 'payable' | 'receivable';
  /** The run whose file is used once more, as long as that is kept. */
  readonly former?: FormerRun | undefined;
}

/** Of another file nothing was decided yet. */
const undecided = { choices: '', sidesSettled: '' } as const;

const initialOf = ({ stageId, direction, former }: NewRunStart): Fields<Name> => {
  if (former === undefined) return { ledger: '', stageId, direction, side: 'fee', mapping: '', ...undecided };
  const { ledgerId, name, side, mapping, choices, isFileKept } = former;
  const ledger: ChosenLedger = { ledgerId, name, earlier: [] };
  return {
    ledger: isFileKept ? JSON.stringify(ledger) : '',
    stageId: stageId === '' ? former.stageId : stageId,
    direction: former.direction,
    side,
    mapping: isFileKept && mapping !== undefined ? JSON.stringify(mapping) : '',
    ...undecided,
    ...(isFileKept && choices !== undefined && { choices: JSON.stringify(choices) }),
  };
};

const draftName = ({ stageId, direction, former }: NewRunStart): string => {
  if (former !== undefined) return `recon-new-of-${former.runId}-${stageId}`;
  return direction === 'payable' ? `recon-new-${stageId}` : `recon-new-${stageId}-${direction}`;
};

/** The form of a new reconciliation: the ledger, its subject, what its columns stand for and what was decided about its rows, kept as a draft. @source R13.1, R13.4 */
export const useNewRun = (start: NewRunStart) => {
  const attempt = useAttemptKey();
  const form = useForm<Name>({
    name: draftName(start),
    initial: initialOf(start),
    hints,
    places: { RHRE003: 'stageId', RHRE005: 'ledger' },
  });
  const { fields, change } = form;
  const ledger = parsed<ChosenLedger>(fields.ledger);
  const choices = parsed<Choices>(fields.choices) ?? noChoices;
  const areSidesSettled = fields.sidesSettled !== '';
  const preview = usePreview(ledger?.ledgerId ?? '', parsed<Mapping>(fields.mapping), choices);
  const ready = preview.state.status === 'ready' ? preview.state.data : undefined;
  const mapping = parsed<Mapping>(fields.mapping) ?? ready?.mapping;
  const fault =
    mapping === undefined ? undefined : (faultOf(mapping) ?? (preview.isReading ? undefined : ready?.fault));
  const question =
    ready?.survey === undefined || mapping === undefined || fault !== undefined
      ? undefined
      : preview.isReading
        ? reading
        : openQuestionOf(ready, mapping, areSidesSettled);
  const send = async (): Promise<void> => {
    if (ledger === undefined || mapping === undefined) return;
    const { runId } = await attempt(
      {
        ledgerId: ledger.ledgerId,
        stageId: fields.stageId,
        direction: fields.direction === 'receivable' ? 'receivable' : 'payable',
        side: fields.side === 'basis' ? 'basis' : 'fee',
        mapping,
        choices: areNone(choices) ? undefined : choices,
      },
      startRun,
    );
    form.clear();
    navigate(paths.reconRun(runId), { replace: true });
  };
  const isReady = (): boolean => {
    if (question?.place !== undefined) leadTo(question.place);
    return mapping !== undefined && fault === undefined && question === undefined;
  };
  return {
    form,
    ledger,
    preview,
    mapping,
    fault,
    choices,
    areSidesSettled,
    /** What has to be settled first. */
    question,
    isGone: isGone(preview.error),
    /** Another file has columns and rows of its own. */
    setLedger: (next: ChosenLedger | undefined) =>
      change({ ledger: next === undefined ? '' : JSON.stringify(next), mapping: '', ...undecided }),
    /** Another mapping reads the rows otherwise: what was decided about them was about what they were. */
    setMapping: (next: Mapping) =>
      change({ mapping: JSON.stringify(following(next, mapping)), choices: JSON.stringify(sheetOf(choices)) }),
    setChoices: (next: Choices) => change({ choices: JSON.stringify(next) }),
    /** Another sheet has columns and rows of its own. */
    setSheet: (sheet: number) =>
      change({ mapping: '', ...undecided, choices: JSON.stringify({ ...noChoices, sheet } satisfies Choices) }),
    settleSides: () => change({ sidesSettled: 'yes' }),
    submission: { isReady, send },
  };
};

/** The form of a new reconciliation. */
export type NewRun = ReturnType<typeof useNewRun>;
