import { type ReconKind, type ReconRule, type ReconSettings, reconKinds, reconRules } from '@ronghui/domain/recon';
import { type RawBuilder, sql } from 'kysely';

/** The stored number of a kind. */
export const kindNo = (kind: ReconKind): RawBuilder<number> => sql.lit(reconKinds.indexOf(kind));

/** The stored number of a rule. */
export const ruleNo = (rule: ReconRule): RawBuilder<number> => sql.lit(reconRules.indexOf(rule));

/** The most by which an amount may differ from that of a line; in two parts, so that no product leaves an int8. */
export const slackOf = (
  { amountTolerance, amountRate }: ReconSettings,
  fen: RawBuilder<unknown>,
): RawBuilder<unknown> =>
  sql`greatest(${amountTolerance}::bigint, abs(${fen}) / 1000000 * ${amountRate}::bigint + abs(${fen}) % 1000000 * ${amountRate}::bigint / 1000000)`;

/** `kindOfPair` of the domain. */
export const kindOfPair = (
  settings: ReconSettings,
  ledgerFen: RawBuilder<unknown>,
  lineFen: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`case when ${ledgerFen} = ${lineFen} then ${kindNo('matched')}
  when abs(${lineFen} - ${ledgerFen}) <= ${slackOf(settings, lineFen)} then ${kindNo('matchedWithinTolerance')} else ${kindNo('amountMismatch')} end`;

/** `kindOfDated` of the domain: the same of a pair of one reference, with its days. */
export const kindOfDated = (
  settings: ReconSettings,
  fen: Readonly<Record<'ledger' | 'line', RawBuilder<unknown>>>,
  day: Readonly<Record<'ledger' | 'line', RawBuilder<unknown>>>,
): RawBuilder<unknown> => sql`case
  when abs(${day.line} - ${day.ledger}) > ${settings.dayTolerance}::int and abs(${fen.line} - ${fen.ledger}) <= ${slackOf(settings, fen.line)}
    then ${kindNo('dateMismatch')}
  else ${kindOfPair(settings, fen.ledger, fen.line)} end`;
