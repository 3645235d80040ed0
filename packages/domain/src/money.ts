/**
 * An amount as people type it, `0.37` or `１２，３４５.6`: half-width or full-width, with or without separators of thousands. Null when it is
 * none, or finer than a fen. No float holds it on the way.
 *
 * @unit fen
 * @source R3.7
 */
export const fenOfYuan = (typed: string): number | null => {
  const text = typed.normalize('NFKC').replaceAll(/[\s,]/g, '');
  const [, yuan, cents = ''] = /^(\d{1,12})(?:\.(\d{1,2}))?$/.exec(text.startsWith('.') ? `0${text}` : text) ?? [];
  return yuan === undefined ? null : Number(`${yuan}${cents.padEnd(2, '0')}`);
};
