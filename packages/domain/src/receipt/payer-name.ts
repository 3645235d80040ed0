const legalForms =
  /(?:股份有限公司|有限责任公司|有限公司|股份公司|集团公司|总公司|分公司|公司|合伙企业\(有限合伙\)|\(有限合伙\)|\(普通合伙\)|合伙企业)$/u;
/** A name of fewer signs is part of too many. @unit characters */
const shortest = 4;

/** A company's name as it is compared: full-width signs as they are meant, without spaces and punctuation but brackets. */
export const plainName = (name: string): string =>
  name
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[^\p{L}\p{N}()]/gu, '');

/** The name without its legal form and brackets. */
export const nameCore = (name: string): string => plainName(name).replace(legalForms, '').replaceAll(/[()]/g, '');

/** Whether two names are the same but for how they are written. @source receipts 2.4 */
export const isSameName = (one: string, other: string): boolean => {
  const name = plainName(one);
  return name !== '' && name === plainName(other);
};

/** Whether one name is the other one shortened: by its legal form, or at either end. @source receipts 2.4 */
export const isLikeName = (one: string, other: string): boolean => {
  const [first, second] = [nameCore(one), nameCore(other)];
  if (first === '' || second === '') return false;
  if (first === second) return true;
  const [short, long] = first.length < second.length ? [first, second] : [second, first];
  return short.length >= shortest && long.includes(short);
};
