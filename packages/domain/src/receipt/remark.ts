import { codesNear, drawnSigns, isPaymentCode, paymentCodeLength } from './payment-code.ts';

/** What payers and banks put between the signs of a code: spaces, dashes of every kind, dots in the middle, and what is not seen. */
const between = /[\s\p{Pd}\p{Cf}\u2212_\u00b7]/u;
const isSign = /[0-9A-Z]/;

/** A remark is read so far; a bank's has some hundred signs at most. */
const longestRemark = 500;

/** The runs of signs in a remark: full-width and lower-case ones as they are meant, and without what stands between them. */
const runsOf = (remark: string): readonly string[] => {
  const runs: string[] = [];
  let run = '';
  for (const sign of remark.slice(0, longestRemark).normalize('NFKC').toUpperCase()) {
    if (isSign.test(sign)) run += sign;
    else if (!between.test(sign)) {
      runs.push(run);
      run = '';
    }
  }
  runs.push(run);
  return runs;
};

const partsOf = (runs: readonly string[], length: number): readonly string[] =>
  runs.flatMap((run) =>
    Array.from({ length: Math.max(0, run.length - length + 1) }, (_, at) => run.slice(at, at + length)),
  );

/** The texts of a remark that may be payment codes. Which of them were issued, only the table of codes knows. */
export interface RemarkCodes {
  /** Codes that stand there as they are printed. */
  readonly written: readonly string[];
  /** Codes from which what stands there differs by one wrong, missing or swapped sign. */
  readonly near: readonly string[];
}

/** The texts of a bank's remark that may be payment codes. @source receipts 2.3 */
export const codesInRemark = (remark: string): RemarkCodes => {
  const runs = runsOf(remark);
  const eights = partsOf(runs, paymentCodeLength);
  const written = new Set(eights.filter(isPaymentCode));
  const near = new Set([...eights, ...partsOf(runs, drawnSigns)].flatMap(codesNear));
  return { written: [...written], near: [...near].filter((code) => !written.has(code)) };
};

/** What a remark says about who is paid for. */
export type RemarkReading =
  | { readonly kind: 'exact'; readonly code: string }
  /** Several issued codes are written, or none is and some are near; a person decides. */
  | { readonly kind: 'several' | 'damaged'; readonly codes: readonly string[] }
  | { readonly kind: 'none' };

/**
 * What a remark says, of the codes that were issued. Exact means one issued code; a damaged one names all issued codes that it may be, and
 * applies nothing.
 *
 * @source receipts 2.3
 */
export const readRemark = ({ written, near }: RemarkCodes, issued: ReadonlySet<string>): RemarkReading => {
  const [code, ...more] = written.filter((each) => issued.has(each));
  if (code !== undefined)
    return more.length === 0 ? { kind: 'exact', code } : { kind: 'several', codes: [code, ...more] };
  const codes = near.filter((each) => issued.has(each));
  return codes.length === 0 ? { kind: 'none' } : { kind: 'damaged', codes };
};
