import type { WireBytes } from '#kernel/calls/replies/wire-reply';
import type { MovableClock } from '#kernel/setup/clock';

/** Encoded content replies, cached until the content changes (stack, round trips). */
export interface ReplyCache {
  get(operationId: string, data: string): WireBytes | undefined;
  /** A number that changes with the content; a reply that was read before a change is not cached. */
  readonly version: number;
  put(operationId: string, data: string, bytes: WireBytes, version: number): void;
  clear(): void;
}

interface Kept {
  readonly bytes: WireBytes;
  readonly endMs: number;
}

const maxBytes = 32 * 1024 * 1024;
const maxDataLength = 2048;
/** Content can also change with time, when an agreement takes effect. */
const ttlMs = 60_000;

/**
 * Makes a cache by operation and payload text. It is cleared when it is full: content is small, and eviction would only
 * help floods of unusual payloads.
 */
export const createReplyCache = (clock: MovableClock): ReplyCache => {
  let byOperation = new Map<string, Map<string, Kept>>();
  let size = 0;
  let version = 1;
  const clear = () => {
    byOperation = new Map();
    size = 0;
  };
  return {
    get(operationId, data) {
      const kept = byOperation.get(operationId)?.get(data);
      return kept !== undefined && clock.nowMs() < kept.endMs ? kept.bytes : undefined;
    },
    get version() {
      return version;
    },
    put(operationId, data, bytes, readAt) {
      if (readAt !== version || data.length > maxDataLength) return;
      if (size + bytes.latin1.length + data.length > maxBytes) clear();
      let kept = byOperation.get(operationId);
      if (kept === undefined) {
        kept = new Map();
        byOperation.set(operationId, kept);
      }
      kept.set(data, { bytes, endMs: clock.nowMs() + ttlMs });
      size += bytes.latin1.length + data.length + 200;
    },
    clear() {
      version += 1;
      clear();
    },
  };
};
