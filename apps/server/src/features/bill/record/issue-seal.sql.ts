import { type RawBuilder, sql } from 'kysely';
import { lineParts, type SealedPart, sealedParts } from './sealed-parts.ts';

/**
 * A line `l` with its fee `f`, in parts that are sealed one by one, so that a difference says where it is. As rows in text: their quotes and commas keep
 * fields apart, and none of them depends on a setting of the session.
 */
const rowsOf: Readonly<Record<SealedPart, RawBuilder<unknown>>> = {
  particulars: sql`row(l.line_id, l.occurred_on - date '2000-01-01', l.loan_no, l.borrower_masked, l.project_id, l.product_id, l.org_id,
    l.corrects_line_id, l.import_no, extract(epoch from l.created_at))`,
  basis: sql`row(l.line_id, l.loan_fen, l.quantity, l.unit, l.rate_millionths)`,
  charge: sql`row(l.line_id, f.place, f.before, f.rule_id, f.rule_version, f.fee_fen, f.limit_fen, f.stood)`,
};

const digestOf = (part: SealedPart): RawBuilder<Buffer> => sql`sha256(convert_to(${rowsOf[part]}::text, 'UTF8'))`;

/** The digests of a line, one after the other. */
export const digestsOfLine: RawBuilder<Buffer> = sql`${sql.join(sealedParts.map(digestOf), sql` || `)}`;

/** The digests of the lines of a bill, an aggregate each: of the digests of its lines, in their order. */
export const digestsOfLines: RawBuilder<unknown> = sql`jsonb_build_object(${sql.join(
  sealedParts.map(
    (part) =>
      sql`${sql.lit(lineParts[part].field)}, encode(sha256(string_agg(${digestOf(part)}, ''::bytea order by f.place)), 'hex')`,
  ),
)})`;

/** A moment as JavaScript writes it. */
const momentText = (moment: RawBuilder<unknown>): RawBuilder<string> =>
  sql`to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** The digest of the statement of a bill `b` that is being issued, as `billDigest` reckons it. */
const statementSha256: RawBuilder<string> = sql`encode(sha256(convert_to(concat(
  '{"billNo":', to_json(b.bill_no), ',"tenantId":', to_json(b.tenant_id), ',"direction":', to_json(b.direction),
  ',"stageName":', to_json(b.stage_name), ',"projectName":', to_json(b.project_name), ',"productName":', to_json(b.product_name),
  ',"orgName":', to_json(b.org_name), ',"lineCount":', b.line_count, ',"basis":', b.basis, ',"unit":', coalesce(to_json(b.unit)::text, 'null'),
  ',"components":{"lines":', b.lines_fen, ',"minimum":', b.minimum_fen, ',"cap":', b.cap_fen, '},"amounts":[', b.amount_fen,
  '],"amount":', b.amount_fen, ',"taxAmount":', b.tax_fen, ',"taxRate":', b.tax_millionths, ',"linesSha256":', to_json(b.lines_sha256),
  '}'), 'UTF8')), 'hex')`;

/** What is sealed of a bill `b` that is being issued, beside the digests of its lines. */
export const sealOfBill: RawBuilder<unknown> = sql`jsonb_build_object('stageId', b.stage_id, 'issuedAt', ${momentText(sql`b.issued_at`)},
  'confirmBy', ${momentText(sql`b.confirm_by`)}, 'payDays', b.pay_days, 'amount', b.amount_fen, 'statementSha256', ${statementSha256})`;
