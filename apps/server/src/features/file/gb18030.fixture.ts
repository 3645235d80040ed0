let known: Map<string, Buffer> | undefined;

/** Every sign of the two-byte part of GB18030, which Node reads but cannot write. */
const signs = (): Map<string, Buffer> => {
  const found = new Map<string, Buffer>();
  const decoder = new TextDecoder('gb18030');
  for (let high = 0x81; high <= 0xfe; high += 1) {
    for (let low = 0x40; low <= 0xfe; low += 1) {
      if (low === 0x7f) continue;
      const bytes = Buffer.from([high, low]);
      found.set(decoder.decode(bytes), bytes);
    }
  }
  return found;
};

/** A text in GB18030; its signs are ASCII or of the two-byte part. */
export const gb18030Of = (text: string): Buffer => {
  known ??= signs();
  const table = known;
  return Buffer.concat([...text].map((sign) => table.get(sign) ?? Buffer.from(sign)));
};
