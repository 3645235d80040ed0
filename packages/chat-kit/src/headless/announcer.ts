/** A message to announce; its text may still be growing. */
export interface Announced {
  key: string;
  text: string;
}

/** Says messages once they are whole. */
export interface Announcer {
  /** Takes the messages that wait to be announced, in their order; one that was taken before may have a new text, and one that is left out is not announced. */
  hear: (messages: readonly Announced[]) => void;
  /** Says nothing of what it has heard so far. */
  forget: () => void;
}

/** Options of an announcer. */
export interface AnnouncerOptions {
  /** Called with messages that are whole, each once, in their order. */
  say: (messages: readonly Announced[]) => void;
  /** How long a text must stay as it is to count as whole; default 1000 ms. */
  settledAfterMs?: number;
}

/**
 * Makes an announcer: each message is passed on once, when its text has not changed for a second, so that a streamed answer is
 * announced as a whole and several messages are all announced.
 *
 * @source R12.1
 */
export function createAnnouncer({ say, settledAfterMs = 1000 }: AnnouncerOptions): Announcer {
  const waiting = new Map<string, { text: string; timer: ReturnType<typeof setTimeout> }>();
  const settled = new Set<string>();
  /** Says what is whole, up to the first message that is not. */
  const announceSettled = (): void => {
    const announced: Announced[] = [];
    for (const [key, { text }] of waiting) {
      if (!settled.has(key)) break;
      announced.push({ key, text });
      waiting.delete(key);
      settled.delete(key);
    }
    if (announced.length > 0) say(announced);
  };
  return {
    hear(messages) {
      const given = new Set(messages.map(({ key }) => key));
      for (const [key, { timer }] of waiting) {
        if (given.has(key)) continue;
        clearTimeout(timer);
        waiting.delete(key);
        settled.delete(key);
      }
      for (const { key, text } of messages) {
        const before = waiting.get(key);
        if (before?.text === text) continue;
        clearTimeout(before?.timer);
        settled.delete(key);
        const timer = setTimeout(() => {
          settled.add(key);
          announceSettled();
        }, settledAfterMs);
        waiting.set(key, { text, timer });
      }
    },
    forget() {
      for (const { timer } of waiting.values()) clearTimeout(timer);
      waiting.clear();
      settled.clear();
    },
  };
}
