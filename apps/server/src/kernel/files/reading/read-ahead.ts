/**
 * Draws pieces from now on, before anybody asks for them, and keeps so many of their bytes at most; pieces that nobody asks for any more are ended by
 * `return`. So a file is read while the database does something else for the same work.
 *
 * @unit mostBytes: bytes
 */
export const readAhead = <Piece extends { readonly bytes: Uint8Array }>(
  pieces: AsyncGenerator<Piece>,
  mostBytes: number,
): AsyncGenerator<Piece> => {
  const kept: Piece[] = [];
  let [keptBytes, isOver] = [0, false];
  let failure: { readonly error: unknown } | null = null;
  // Resolved at each change, for the one side that waits for it.
  let changed = Promise.withResolvers<void>();
  const change = (): void => {
    changed.resolve();
    changed = Promise.withResolvers<void>();
  };

  const draw = async (): Promise<void> => {
    try {
      for await (const piece of pieces) {
        kept.push(piece);
        keptBytes += piece.bytes.length;
        change();
        while (keptBytes >= mostBytes && !isOver) await changed.promise;
        if (isOver) return;
      }
    } catch (error) {
      failure = { error };
    } finally {
      isOver = true;
      change();
    }
  };
  const drawn = draw();

  const give = async function* (): AsyncGenerator<Piece> {
    try {
      for (;;) {
        const piece = kept.shift();
        if (piece !== undefined) {
          keptBytes -= piece.bytes.length;
          change();
          yield piece;
        } else if (failure !== null) throw failure.error;
        else if (isOver) return;
        else await changed.promise;
      }
    } finally {
      isOver = true;
      change();
      await drawn;
    }
  };
  const given = give();
  // A generator that was never begun runs no `finally`.
  const end = given.return.bind(given);
  given.return = async (value) => {
    isOver = true;
    change();
    await drawn;
    return end(value);
  };
  return given;
};
