import { useAttemptKey } from '@ronghui/web/calls/attempt-key';
import type { Fields } from '@ronghui/web/forms/form';
import { useForm } from '@ronghui/web/forms/form';
import { navigate } from '@ronghui/web/navigation/hash-location';
import { paths } from '#kernel/paths.ts';
import { type FormerRun, isGone, type Mapping, type StoredLedger, startRun, usePreview } from './ledger-queries.ts';
import { faultOf } from './mapping.ts';

/** A chosen ledger as the form keeps it. */
export interface ChosenLedger extends StoredLedger {
  readonly name: string;
}

type Name = 'ledger' | 'stageId' | 'direction' | 'side' | 'mapping';

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

const initialOf = ({ stageId, direction, former }: NewRunStart): Fields<Name> => {
  if (former === undefined) return { ledger: '', stageId, direction, side: 'fee', mapping: '' };
  const { ledgerId, name, side, mapping, isFileKept } = former;
  const ledger: ChosenLedger = { ledgerId, name, earlier: [] };
  return {
    ledger: isFileKept ? JSON.stringify(ledger) : '',
    stageId: stageId === '' ? former.stageId : stageId,
    direction: former.direction,
    side,
    mapping: isFileKept && mapping !== undefined ? JSON.stringify(mapping) : '',
  };
};

const draftName = ({ stageId, direction, former }: NewRunStart): string => {
  if (former !== undefined) return `recon-new-of-${former.runId}-${stageId}`;
  return direction === 'payable' ? `recon-new-${stageId}` : `recon-new-${stageId}-${direction}`;
};

/** The form of a new reconciliation: the ledger, its subject and what its columns stand for, kept as a draft. @source R13.1, R13.4 */
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
  const preview = usePreview(ledger?.ledgerId ?? '', parsed<Mapping>(fields.mapping));
  const ready = preview.state.status === 'ready' ? preview.state.data : undefined;
  const mapping = parsed<Mapping>(fields.mapping) ?? ready?.mapping;
  const fault =
    mapping === undefined ? undefined : (faultOf(mapping) ?? (preview.isReading ? undefined : ready?.fault));
  const send = async (): Promise<void> => {
    if (ledger === undefined || mapping === undefined) return;
    const { runId } = await attempt(
      {
        ledgerId: ledger.ledgerId,
        stageId: fields.stageId,
        direction: fields.direction === 'receivable' ? 'receivable' : 'payable',
        side: fields.side === 'basis' ? 'basis' : 'fee',
        mapping,
      },
      startRun,
    );
    form.clear();
    navigate(paths.reconRun(runId), { replace: true });
  };
  return {
    form,
    ledger,
    preview,
    mapping,
    fault,
    isGone: isGone(preview.error),
    /** Another file has columns of its own. */
    setLedger: (next: ChosenLedger | undefined) =>
      change({ ledger: next === undefined ? '' : JSON.stringify(next), mapping: '' }),
    setMapping: (next: Mapping) => change({ mapping: JSON.stringify(next) }),
    submission: { isReady: () => mapping !== undefined && fault === undefined, send },
  };
};

/** The form of a new reconciliation. */
export type NewRun = ReturnType<typeof useNewRun>;
