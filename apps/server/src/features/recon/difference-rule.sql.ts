import { type RawBuilder, sql } from 'kysely';

/** `explains` of the domain, of an item `i` whose line has this basis, or none. The product is exact, with six decimals, and rounded once: half away from zero. */
export const isExplained = (
  kind: RawBuilder<unknown>,
  value: RawBuilder<unknown>,
  basisFen: RawBuilder<unknown>,
): RawBuilder<boolean> =>
  sql<boolean>`case ${kind} when 'rate' then abs(i.difference_fen - round(i.line_fen::numeric * ${value} * 0.000001)) <= 1
    when 'basisRate' then coalesce(abs(i.difference_fen - round(${basisFen}::numeric * ${value} * 0.000001)) <= 1, false)
    else i.difference_fen = ${value} end`;
