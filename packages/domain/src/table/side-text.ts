/** On which side of a merchant's account a row stands; `neutral` moves no money of theirs. */
export type Side = 'in' | 'out' | 'neutral';

const words: Readonly<Record<Side, RegExp>> = {
  in: /^(?:收入|收款|收方|收到|已收|收|进账|进|入账|入|贷方|贷记|贷|来账|来|转入|汇入|流入|存入|存款|存|增加|增|credit|cr|c|in|income|received?|receipt|deposit|inflow|\+)$/u,
  out: /^(?:支出|支付|支取|支|出账|出|付款|付方|付出|已付|付|借方|借记|借|往账|往|转出|汇出|流出|取出|取款|取|减少|减|debit|dr|d|out|expense|paid|payment|withdrawal|outflow)$/u,
  // A stroke alone may be the minus of what goes out.
  neutral: /^(?:\/|不计收支|其他|其它|中性交易|中性)$/u,
};

const longestWord = 24;

const sideOfWord = (word: string): Side | undefined => {
  if (words.in.test(word)) return 'in';
  if (words.out.test(word)) return 'out';
  return words.neutral.test(word) ? 'neutral' : undefined;
};

/** The side that a cell names: `贷`, `借方`, `C`, `付款`, `贷 Cr`; null for other words, and where two of them say different things. */
export const sideOfText = (text: string): Side | null => {
  if (text.length > longestWord) return null;
  const plain = text.normalize('NFKC').trim().toLowerCase();
  const whole = sideOfWord(plain.replaceAll(/\s/gu, ''));
  if (whole !== undefined) return whole;
  const sides = new Set(
    plain
      .split(/[\s()[\]/|,:;.]+/u)
      .filter((word) => word !== '')
      .map(sideOfWord),
  );
  const [side, ...others] = sides;
  return side === undefined || others.length > 0 ? null : side;
};

/** A value of a column of sides whose side a person has named. */
export interface SideValue {
  readonly value: string;
  readonly side: Side;
}

/** Whether the values of a column are such as name a side by agreement: `1` and `2` of banks, `+` and `-`; undefined for others. */
export const agreedSides = (values: readonly string[]): readonly SideValue[] | undefined => {
  const seen = new Set(values);
  const agreements: readonly (readonly SideValue[])[] = [
    [
      { value: '1', side: 'out' },
      { value: '2', side: 'in' },
    ],
    [
      { value: '-', side: 'out' },
      { value: '+', side: 'in' },
    ],
  ];
  return agreements.find(
    (sides) =>
      seen.has(sides[1]?.value ?? '') && [...seen].every((value) => sides.some((each) => each.value === value)),
  );
};
