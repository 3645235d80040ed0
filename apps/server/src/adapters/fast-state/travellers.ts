interface Waiting<Item, Answer> {
  readonly item: Item;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

/** Questions that travel together: one statement is in flight, and what comes meanwhile leaves with the next. */
export const createTravellers = <Item, Answer>({
  mostAtOnce,
  send,
}: {
  readonly mostAtOnce: number;
  /** Answers items in their order; a failure is everybody's who travelled. */
  readonly send: (items: readonly Item[]) => Promise<readonly Answer[]>;
}) => {
  let waiting: Waiting<Item, Answer>[] = [];
  let isUnderWay = false;

  const travel = async (together: readonly Waiting<Item, Answer>[]): Promise<void> => {
    try {
      const answers = await send(together.map(({ item }) => item));
      for (const [at, { resolve, reject }] of together.entries()) {
        const answer = answers[at];
        if (answer === undefined) reject(new Error('a question without an answer'));
        else resolve(answer);
      }
    } catch (error) {
      for (const { reject } of together) reject(error);
    }
  };

  const leave = async (): Promise<void> => {
    isUnderWay = true;
    // What came in the same turn of the event loop travels along.
    await Promise.resolve();
    while (waiting.length > 0) {
      const together = waiting.slice(0, mostAtOnce);
      waiting = waiting.slice(mostAtOnce);
      await travel(together);
    }
    isUnderWay = false;
  };

  return {
    take: (item: Item): Promise<Answer> =>
      new Promise((resolve, reject) => {
        waiting.push({ item, resolve, reject });
        if (!isUnderWay) void leave();
      }),
  };
};
