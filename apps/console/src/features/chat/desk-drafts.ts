import type { ConversationStorage } from '@ronghui/chat-kit';

/** What is kept of one conversation, so that it is found among those of others. */
interface Kept {
  readonly conversationId: string;
  readonly value: unknown;
}

const valueOf = (record: unknown, conversationId: string): readonly unknown[] => {
  const { conversationId: of, value }: { readonly [Key in keyof Kept]?: unknown } = Object(record);
  return of === conversationId ? [value] : [];
};

/**
 * Where a member of staff keeps the draft and the unsent messages of one conversation: all of theirs stand under one owner, so that the kit, which drops what
 * others kept, drops a colleague's and not those of the conversations beside it.
 *
 * @source service 5.2, service 3.2
 */
export const draftsOf = (kept: ConversationStorage, staffId: string, conversationId: string): ConversationStorage => {
  const nameOf = (name: string): string => `${conversationId}/${name}`;
  return {
    all: async () => (await kept.all(staffId)).flatMap((record) => valueOf(record, conversationId)),
    put: (_owner, name, value) => kept.put(staffId, nameOf(name), { conversationId, value } satisfies Kept),
    drop: (_owner, name) => kept.drop(staffId, nameOf(name)),
    clear: (except) => kept.clear(except === undefined ? undefined : staffId),
  };
};
