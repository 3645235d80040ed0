/** A place among the connections that are taken at once by one who calls: a tenant, a member of staff. */
export interface Share {
  /** Waits for a place; rejects where that takes too long. What is kept over several statements lets its call go on without waiting again. */
  take(use: 'statement' | 'kept'): Promise<() => void>;
}
/** From which connections somebody is served: those of the start of every call and of logins, or the others by a share; jobs and the kernel have neither. */
export type Via = Share | 'entry' | null;
