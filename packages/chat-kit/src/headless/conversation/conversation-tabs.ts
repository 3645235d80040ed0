/** What pages of one browser share: which of them leads, and what they say to each other. */
export interface ConversationTabs {
  /** Calls `run` once this page leads; the returned function lets go or stops waiting. */
  lead: (name: string, run: () => void) => () => void;
  /** Opens a channel to the other pages. */
  join: (name: string, heard: (data: unknown) => void) => { post: (data: unknown) => void; close: () => void };
}

/** Web Locks and a broadcast channel; a page without them, as outside of a secure context, is alone and leads. */
export const browserTabs: ConversationTabs = {
  lead(name, run) {
    const locks: LockManager | null | undefined = Reflect.get(globalThis.navigator ?? {}, 'locks');
    if (!locks) {
      run();
      return () => {};
    }
    const waiting = new AbortController();
    let letGo = (): void => {};
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    const asked = locks.request(name, { signal: waiting.signal }, () => {
      if (waiting.signal.aborted) return;
      run();
      return held;
    });
    // a wait that is given up
    asked.catch(() => {});
    return () => {
      waiting.abort();
      letGo();
    };
  },
  join(name, heard) {
    if (typeof BroadcastChannel === 'undefined') return { post: () => {}, close: () => {} };
    const channel = new BroadcastChannel(name);
    channel.onmessage = ({ data }: MessageEvent<unknown>) => heard(data);
    return { post: (data) => channel.postMessage(data), close: () => channel.close() };
  },
};
