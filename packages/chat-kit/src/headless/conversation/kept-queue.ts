import type { OutgoingMessage, OwnMessage, UnsentReason } from './conversation-message.ts';
import type { ConversationState } from './conversation-state.ts';
import type { ConversationStorage } from './conversation-storage.ts';

/** What one owner keeps on the device. */
export interface KeptQueue {
  /** Drops what others kept, and gives what is there. */
  load: () => Promise<{ draft: string; unsent: readonly KeptMessage[] }>;
  /** Stores what a change made different; what this page did not change itself is only ever dropped. */
  follow: (before: ConversationState, now: ConversationState, isOwnChange: boolean) => void;
  forget: () => Promise<void>;
}

/** A message that waits, or failed for a reason. */
export interface KeptMessage {
  message: OutgoingMessage;
  reason: UnsentReason | undefined;
}

const draftName = 'draft';
const nameOf = (one: OwnMessage): string => `message/${one.message.clientId}`;
const reasons: readonly UnsentReason[] = ['conflict', 'refused', 'unreachable'];

/** A stored value as a message; undefined when it is not a valid one. */
function readKept(value: unknown): KeptMessage[] {
  const { message, reason }: { message?: unknown; reason?: unknown } = Object(value);
  const { clientId, order, at, type, content }: { readonly [Key in keyof OutgoingMessage]?: unknown } = Object(message);
  const isMessage = [clientId, type, content].every((one) => typeof one === 'string') && Number.isFinite(order);
  if (!isMessage || !Number.isFinite(at)) return [];
  // checked above, and written by this file
  return [{ message: Object(message), reason: reasons.find((one) => one === reason) }];
}

/** Keeps drafts and unsent messages of an owner; a storage that fails keeps nothing and stops nothing. */
export function createKeptQueue(storage: ConversationStorage, owner: string): KeptQueue {
  let last: Promise<unknown> = Promise.resolve();
  const later = <Value>(run: () => Promise<Value>, otherwise: Value): Promise<Value> => {
    const done = last.then(run).catch(() => otherwise);
    last = done;
    return done;
  };
  const none: readonly unknown[] = [];
  return {
    async load() {
      await later(() => storage.clear(owner), undefined);
      const values = await later(() => storage.all(owner), none);
      const draft: unknown = values.map((one) => Reflect.get(Object(one), draftName)).find((one) => one !== undefined);
      return { draft: typeof draft === 'string' ? draft : '', unsent: values.flatMap(readKept) };
    },
    follow(before, now, isOwnChange) {
      if (isOwnChange && now.draft !== before.draft) {
        const { draft } = now;
        void later(
          () => (draft === '' ? storage.drop(owner, draftName) : storage.put(owner, draftName, { draft })),
          undefined,
        );
      }
      if (now.own === before.own) return;
      const unsent = new Map(now.own.filter(({ status }) => status !== 'sent').map((one) => [nameOf(one), one]));
      const old = new Map(before.own.map((one) => [nameOf(one), one]));
      for (const name of old.keys()) if (!unsent.has(name)) void later(() => storage.drop(owner, name), undefined);
      if (!isOwnChange) return;
      for (const [name, { message, reason, status }] of unsent) {
        const known = old.get(name);
        if (known?.status === status && known.message === message) continue;
        void later(() => storage.put(owner, name, { message, reason }), undefined);
      }
    },
    forget: () => later(() => storage.clear(), undefined),
  };
}
