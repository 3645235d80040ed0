/** What a node does: it is `draining` from the signal that stops it. */
export type Phase = 'starting' | 'serving' | 'draining';

/** The phase of this node. */
export interface NodePhase {
  readonly now: Phase;
  /** Everything is open; a node that drains stays so. */
  serve(): void;
  drain(): void;
}

/** @param first `serving` for an application without a start of its own, as tests build it */
export const createNodePhase = (first: 'starting' | 'serving' = 'starting'): NodePhase => {
  let now: Phase = first;
  return {
    get now() {
      return now;
    },
    serve() {
      if (now === 'starting') now = 'serving';
    },
    drain() {
      now = 'draining';
    },
  };
};
