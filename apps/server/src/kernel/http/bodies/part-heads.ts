const headEnd = Buffer.from('\r\n\r\n');

/** The boundary that a multipart type names; null for a type that names none. */
const boundaryOf = (contentType: string): string | null => {
  const [, quoted, bare] = /boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(contentType) ?? [];
  return quoted ?? bare ?? null;
};

/**
 * Watches the bytes of a multipart body for a part whose head is longer than allowed: the parser would cut it and go on with what is left.
 *
 * @param tooLong called once, with the piece that goes beyond `maxBytes`
 * @source contract 1, security 4.14
 */
export const createPartHeadCheck = (
  contentType: string,
  maxBytes: number,
  tooLong: () => void,
): ((piece: Buffer) => void) => {
  const boundary = boundaryOf(contentType);
  if (boundary === null) return () => undefined;
  const delimiter = Buffer.from(`\r\n--${boundary}`);
  // The first delimiter has no line before it.
  let rest: Buffer = Buffer.from('\r\n');
  let isInHead = false;
  let headBytes = 0;
  let isOver = false;

  /** Reads on from `at`; gives where the next mark ends, or -1 when the piece ends before it. */
  const next = (bytes: Buffer, at: number): number => {
    const mark = isInHead ? headEnd : delimiter;
    const found = bytes.indexOf(mark, at);
    // A mark may be cut in two by the end of the piece.
    const end = found === -1 ? Math.max(at, bytes.length - mark.length + 1) : found;
    if (isInHead) headBytes += end - at;
    if (found === -1) {
      rest = bytes.subarray(end);
      return -1;
    }
    if (!isInHead) headBytes = 0;
    isInHead = !isInHead;
    return found + mark.length;
  };

  return (piece) => {
    if (isOver) return;
    const bytes = Buffer.concat([rest, piece]);
    for (let at = 0; at !== -1 && !isOver; ) {
      at = next(bytes, at);
      isOver = headBytes > maxBytes;
    }
    if (isOver) tooLong();
  };
};
