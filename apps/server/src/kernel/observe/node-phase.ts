/** What a node does: it is `draining` from the signal that stops it. */
export type Phase = 'starting' | 'serving' | 'draining';

/** The phase of this node. */
export interface NodePhase {
  readonly now: Phase;
  /** Everything is open; a node that drains stays so. */
  serve(): void;
  drain(): void;
  /** What ends with the signal, before anything that is waited for. */
  onDrain(work: () => void): void;
}

/** @param first `serving` for an application without a start of its own, as tests build it */
export const createNodePhase = (first: 'starting' | 'serving' = 'starting'): NodePhase => {
  let now: Phase = first;
  const atDrain: (() => void)[] = [];
  return {
    get now() {
      return now;
    },
    serve() {
      if (now === 'starting') now = 'serving';
    },
    onDrain: (work) => void atDrain.push(work),
    drain() {
      now = 'draining';
      for (const work of atDrain.splice(0)) work();
    },
  };
};
