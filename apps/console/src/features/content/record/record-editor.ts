import { CallError } from '@ronghui/client';
import { type ContentRecord, type RecordName } from '@ronghui/domain/content';
import { useLeaveGuard } from '@ronghui/web/navigation/leave-guard';
import { showError, showToast } from '@ronghui/web/screen/toasts';
import { useState } from 'react';
import {
  type BodyOf,
  discardDraft,
  type Fault,
  namedInCall,
  publishDraft,
  type RecordDetail,
  removeRecord,
  unschedule,
} from '../content-queries.ts';
import { type Stored, useTyped } from '../typed-body.ts';
import { usePublicationProof } from './payee-proof.tsx';

/** How a publication ended; `open` where no proof was given or no answer arrived. */
export type PublicationEnd = 'published' | 'refused' | 'open';

/** A record that is being edited. */
export interface Editor<Name extends ContentRecord> {
  readonly name: RecordName<Name>;
  readonly detail: RecordDetail;
  /** What the form shows: what is typed, the draft, or what is published. */
  readonly body: BodyOf<Name>;
  /** What the server has of it: the draft, or what is published. */
  readonly stored: BodyOf<Name>;
  readonly change: (body: BodyOf<Name>) => void;
  /**
   * The fault of a place, while the place is as it was when it was checked. A place that nobody has filled in yet, of what was never published, has
   * none until somebody saves or publishes.
   */
  readonly faultAt: (path: string) => string | undefined;
  readonly faults: readonly Fault[];
  readonly isDirty: boolean;
  /** Somebody else saved or published meanwhile. */
  readonly isStale: boolean;
  readonly keepOwnChange: () => void;
  readonly takeTheirs: () => void;
  readonly running: boolean;
  /** Each answers whether it was done, or how it ended; a refusal is shown. */
  readonly save: () => Promise<boolean>;
  readonly discard: () => Promise<boolean>;
  /** Saves what is typed, then publishes, at once or at a moment, with the proof that this needs. */
  readonly publish: (at: string | undefined) => Promise<PublicationEnd>;
  readonly unschedule: () => Promise<boolean>;
  /** Makes the removal of the record its draft. */
  readonly remove: () => Promise<boolean>;
}

const valueAt = (body: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((value, part) => Object(value)[part], body);

const draftOf = (detail: RecordDetail) => detail.draft?.body ?? detail.published;

/** Runs one write at a time, and shows why one was refused; `endOf` gives the end of one that failed, or that was not run beside another. */
const useRunning = () => {
  const [running, setRunning] = useState(false);
  const runTo = async <End>(work: () => Promise<End>, endOf: (error?: unknown) => End): Promise<End> => {
    if (running) return endOf();
    setRunning(true);
    try {
      return await work();
    } catch (error) {
      const first = error instanceof CallError ? error.fields[0]?.message : undefined;
      if (first === undefined) showError(error instanceof CallError ? error.operationId : '', error);
      else showToast('bad', first);
      return endOf(error);
    } finally {
      setRunning(false);
    }
  };
  return { running, runTo, run: (work: () => Promise<boolean>) => runTo(work, () => false) };
};

/** Whether a refusal is of what the page shows: its body, or its version. */
const isOfPage = (error: unknown): boolean =>
  error instanceof CallError && (error.status === 409 || error.fields.some(({ path }) => path !== 'at'));

/** Says how many faults keep a draft from being published; true where there are none. */
const sayFaults = (count: number): boolean => {
  if (count === 0) return true;
  showToast('warn', `草稿已保存，还有 ${count} 处需要修改，改好后才能发布`);
  return false;
};

/** The parts of a publication: its proof, what is stored before it, and the call. */
interface Publication {
  /** Marks every place that is wrong from now on. */
  readonly markAll: () => void;
  readonly prove: (send: (stepTicket: string | undefined) => Promise<PublicationEnd>) => Promise<PublicationEnd | null>;
  /** What is stored already, where nothing was typed since. */
  readonly unchanged: Stored | undefined;
  readonly store: () => Promise<Stored>;
  readonly send: (version: number, stepTicket: string | undefined) => Promise<unknown>;
  /** Called where a draft was stored that is not published after all. */
  readonly onStoredAlone: () => void;
}

/** Publishes; where the proof is asked for again, what was stored with the first one is not stored twice. */
const publishOnce = async (at: string | undefined, parts: Publication): Promise<PublicationEnd> => {
  const { markAll, prove, unchanged, store, send, onStoredAlone } = parts;
  markAll();
  let stored = unchanged;
  let end: PublicationEnd | null = null;
  try {
    end = await prove(async (stepTicket) => {
      stored ??= await store();
      if (!sayFaults(stored.faults)) return 'refused';
      await send(stored.version, stepTicket);
      showToast('ok', at === undefined ? '已发布，门户随即更新' : '已设定发布时间');
      return 'published';
    });
    return end ?? 'open';
  } finally {
    if (stored !== unchanged && end !== 'published') onStoredAlone();
  }
};

/** What changes the draft takes its planned moment back. */
const sayUnscheduled = ({ publishAt }: RecordDetail): void => {
  if (publishAt !== null) showToast('warn', '原定的发布时间已取消，请重新设定');
};

/** Says that the removal is a draft, or what keeps it from being published. */
const sayRemoved = (detail: RecordDetail, fault: string | undefined): void => {
  sayUnscheduled(detail);
  if (fault === undefined) showToast('ok', '移除已存为草稿，发布后从门户消失');
  else showToast('warn', fault);
};

/** The faults of a draft, of the places that are as they were when it was checked, and which of them are marked. */
const useFaultMarks = (detail: RecordDetail, stored: unknown, body: unknown) => {
  const [isTried, setTried] = useState(false);
  const faults = (detail.draft?.faults ?? []).filter(
    ({ path }) => JSON.stringify(valueAt(stored, path)) === JSON.stringify(valueAt(body, path)),
  );
  const isUntouched = (path: string): boolean =>
    !isTried && detail.published === null && [undefined, null, '', 0].some((empty) => valueAt(body, path) === empty);
  return {
    faults,
    faultAt: (path: string) => (isUntouched(path) ? undefined : faults.find((fault) => fault.path === path)?.message),
    markAll: () => setTried(true),
  };
};

/** Edits a record; `blank` is its body before the first import of content. @source R11.3 */
export const useRecordEditor = <Name extends ContentRecord>(
  name: RecordName<Name>,
  detail: RecordDetail,
  blank: BodyOf<Name>,
): Editor<Name> => {
  // The record's own operation answers its own body.
  const stored = (draftOf(detail) ?? blank) as BodyOf<Name>;
  const typing = useTyped(name, detail.version, stored);
  const { body, isDirty, attempt, clear } = typing;
  const { running, run, runTo } = useRunning();
  const sendProved = usePublicationProof();
  useLeaveGuard(isDirty);
  const { faults, faultAt, markAll } = useFaultMarks(detail, stored, body);
  const named = namedInCall<ContentRecord>(name);
  const store = (): Promise<Stored> => {
    markAll();
    return typing.store();
  };
  const publish = (at: string | undefined): Promise<PublicationEnd> =>
    publishOnce(at, {
      markAll,
      prove: (send) => sendProved(detail.published, body, send),
      unchanged: isDirty ? undefined : { version: detail.version, faults: faults.length },
      store,
      send: (version, stepTicket) => attempt({ ...named, version, at, stepTicket }, publishDraft),
      onStoredAlone: () => sayUnscheduled(detail),
    });
  const wanted = { ...named, version: detail.version };
  return {
    name,
    detail,
    body,
    stored,
    faults,
    isDirty,
    isStale: isDirty && !running && typing.base !== String(detail.version),
    running,
    faultAt,
    change: typing.change,
    keepOwnChange: typing.rebase,
    takeTheirs: clear,
    save: () =>
      run(async () => {
        const saved = await store();
        sayUnscheduled(detail);
        if (sayFaults(saved.faults)) showToast('ok', '草稿已保存');
        return true;
      }),
    discard: () =>
      run(async () => {
        if (detail.draft !== null) await attempt(wanted, discardDraft);
        clear();
        showToast('ok', '草稿已放弃');
        return true;
      }),
    publish: (at) =>
      runTo<PublicationEnd>(
        () => publish(at),
        (error) => (isOfPage(error) ? 'refused' : 'open'),
      ),
    remove: () =>
      run(async () => {
        const { faults: found } = await attempt(wanted, removeRecord);
        clear();
        sayRemoved(detail, found[0]?.message);
        return true;
      }),
    unschedule: () =>
      run(async () => {
        await attempt(wanted, unschedule);
        showToast('ok', '已取消定时发布，草稿保留');
        return true;
      }),
  };
};
