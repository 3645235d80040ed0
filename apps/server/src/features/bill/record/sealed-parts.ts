import { createHash } from 'node:crypto';

/** The parts of the lines of a bill that are sealed one by one when it is issued: what they are about, what is charged by, and how. */
export const sealedParts = ['particulars', 'basis', 'charge'] as const;
export type SealedPart = (typeof sealedParts)[number];

/** The field of each in the event that seals a bill, and what it covers. */
export const lineParts = {
  particulars: {
    field: 'particularsSha256',
    covers: '明细的业务日期、业务编号、客户、项目、产品、机构或来源',
  },
  basis: { field: 'basisSha256', covers: '明细的金额、数量、单位或费率' },
  charge: { field: 'chargeSha256', covers: '明细的次序、规则版本或计费过程' },
} as const satisfies Readonly<Record<SealedPart, { readonly field: string; readonly covers: string }>>;

/** The event that seals a bill when it is issued. */
export const sealEvent = 'job.bill.sealed';

/** What the event says of the bill. */
export type IssueSeal = {
  readonly stageId: string;
  readonly issuedAt: string;
  readonly confirmBy: string;
  readonly payDays: number;
  /** @unit fen */
  readonly amount: number;
  readonly statementSha256: string;
} & Readonly<Record<(typeof lineParts)[SealedPart]['field'], string>>;

const digestBytes = 32;

/** Collects the digests of the parts of a bill's lines, whose digests are added in their order. The issue reckons the same in SQL. */
export const digestsOfParts = () => {
  const hashes = sealedParts.map((part) => ({ part, hash: createHash('sha256') }));
  return {
    add(digests: Buffer): void {
      for (const [at, { hash }] of hashes.entries())
        hash.update(digests.subarray(at * digestBytes, (at + 1) * digestBytes));
    },
    hex: (): ReadonlyMap<SealedPart, string> => new Map(hashes.map(({ part, hash }) => [part, hash.digest('hex')])),
  };
};
