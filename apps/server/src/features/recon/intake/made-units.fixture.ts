/** How amounts are written in made ledgers: in which unit and currency, and where that is written. */

const digits = (fens: number, places: number): string => {
  const text = String(Math.abs(fens)).padStart(places + 1, '0');
  const [whole, rest] = [text.slice(0, text.length - places), text.slice(text.length - places)];
  return rest === '' ? whole : `${whole}.${places > 2 ? rest.replace(/0{0,4}$/, '') : rest}`.replace(/\.$/, '');
};

interface Unit {
  readonly head: (name: string) => string;
  readonly above?: string;
  readonly write: (fens: number) => string;
  readonly isRefused?: boolean;
}
const grouped = (text: string): string => text.replace(/^\d+/, (whole) => whole.replaceAll(/\B(?=(\d{3})+$)/g, ','));
const bare = (name: string): string => name;
const inYuan = (fens: number): string => digits(fens, 2);
const inTenThousands = (fens: number): string => digits(fens, 6);

/** Units and currencies. Refused is what nobody can turn into yuan: another currency, and a unit that is none of ours. */
export const units: Readonly<Record<string, Unit>> = {
  none: { head: bare, write: inYuan },
  yuan: { head: (name) => `${name}（元）`, write: (fens) => grouped(inYuan(fens)) },
  sign: { head: bare, write: (fens) => `￥${grouped(inYuan(fens))}` },
  fen: { head: (name) => `${name}（分）`, write: (fens) => digits(fens, 0) },
  thousands: { head: (name) => `${name}(千元)`, write: (fens) => digits(fens, 5) },
  tenThousands: { head: (name) => `${name}（万元）`, write: inTenThousands },
  stroke: { head: (name) => `${name}/万元`, write: inTenThousands },
  before: { head: (name) => `人民币${name}(RMB万元)`, write: inTenThousands },
  above: { head: bare, above: '单位：万元', write: inTenThousands },
  millions: { head: (name) => `${name}（百万元）`, write: (fens) => digits(fens, 8) },
  ownUnit: { head: bare, write: (fens) => `${inTenThousands(fens)}万` },
  dollars: { head: (name) => `${name}（USD）`, write: inYuan, isRefused: true },
  dollarCells: { head: bare, write: (fens) => `$${inYuan(fens)}`, isRefused: true },
  dollarsAbove: { head: bare, above: '币种：美元', write: inYuan, isRefused: true },
  hundredThousands: { head: (name) => `${name}（十万元）`, write: (fens) => digits(fens, 7), isRefused: true },
};
