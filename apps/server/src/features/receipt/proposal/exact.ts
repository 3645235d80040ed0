import { createHash } from 'node:crypto';
import type { Input, Output, receiptOperations } from '@ronghui/contract';
import { dayOf } from '@ronghui/domain/calendar';
import { sumFen } from '@ronghui/domain/money';
import { appliedTogether, type ExactReceipt } from '@ronghui/domain/receipt/proposal';
import { lockBills, payOfReceived } from '#features/bill/bill.steps';
import type { HandlerContext } from '#kernel/calls/context';
import { allowMinutes, type Db } from '#kernel/database/db';
import type { Ports } from '#kernel/ports';
import { insertApplications } from '../registered.sql.ts';
import { listUntouched, lockReceipts, type ProposableReceipt, type UntouchedReceipt } from './facts.sql.ts';
import { proposeFor } from './facts.ts';

type Applying = HandlerContext<(typeof receiptOperations)['ops.receipt.applyExact']>;

/** The receipts that are looked at together, those that one press looks at, those that it applies, and those that it shows. */
const lookedAtTogether = 500;
const mostLookedAt = 5_000;
const mostApplied = 500;
const mostShown = 100;
const minutes = 5;

interface Exact extends ExactReceipt {
  readonly receipt: ProposableReceipt;
}

/** The exact proposals of the latest receipts, with the digest of what they say: receipts, bills, sums and versions. */
/** What is exact of all that nothing was ever applied of: what has no proposal stays there, and hides no older one. */
const findExact = async (db: Db, ports: Ports) => {
  const today = dayOf(ports.clock.now());
  const exact: Exact[] = [];
  const tenantNames = new Map<string, string>();
  const versions = new Map<string, number>();
  let after: UntouchedReceipt | undefined;
  for (let seen = 0; seen < mostLookedAt; seen += lookedAtTogether) {
    // Each part begins where the one before ended.
    const untouched = await listUntouched(db, { after, limit: lookedAtTogether });
    const part = await proposeFor(db, untouched, { ports, today, withLike: false });
    for (const { receipt, proposals } of part.receipts) {
      const proposal = proposals.find(({ isExact }) => isExact);
      if (proposal !== undefined) exact.push({ receiptNo: receipt.receipt_no, receipt, proposal });
    }
    for (const [tenantId, name] of part.tenantNames) tenantNames.set(tenantId, name);
    for (const [billNo, version] of part.versions) versions.set(billNo, version);
    after = untouched.at(-1);
    if (untouched.length < lookedAtTogether) break;
  }
  return { exact, tenantNames, versions };
};

const upwards = (one: Exact, other: Exact): number => {
  const [a, b] = [one, other].map(({ receipt }) => `${receipt.received_on} ${receipt.receipt_no}`) as [string, string];
  return a < b ? -1 : 1;
};

const exactOnes = async (db: Db, ports: Ports) => {
  const { exact, tenantNames, versions } = await findExact(db, ports);
  const together = appliedTogether(exact.toSorted(upwards)).slice(0, mostApplied);
  const rows = together.map(({ receiptNo, receipt, proposal }) => [
    receiptNo,
    receipt.version,
    ...proposal.parts.map(({ billNo, amount }) => [billNo, amount, versions.get(billNo) ?? 0]),
  ]);
  return {
    together,
    tenantNames,
    count: together.length,
    amount: sumFen(together.map(({ receipt }) => receipt.unapplied_fen)),
    digest: createHash('sha256').update(JSON.stringify(rows)).digest('hex'),
  };
};

/** What the one press would apply: its count and sum, and the first of it. @source receipts 2.4 */
export const showExact = async (db: Db, ports: Ports): Promise<Output<'ops.receipt.exact'>> => {
  const { together, tenantNames, count, amount, digest } = await exactOnes(db, ports);
  const items = together.slice(0, mostShown).map(({ receiptNo, receipt, proposal }) => ({
    receiptNo,
    receivedOn: receipt.received_on,
    ...(receipt.payer_name === null ? {} : { payerName: receipt.payer_name }),
    tenantName: tenantNames.get(proposal.tenantId) ?? '',
    amount: receipt.unapplied_fen,
    billNos: proposal.parts.map(({ billNo }) => billNo),
    reasons: [...proposal.reasons],
  }));
  return { count, amount, digest, items };
};

/**
 * Applies exactly what was shown: all of it, or nothing where anything of it has changed since.
 *
 * @source receipts 2.4, receipts 2.5
 */
export const applyExact = async (
  { digest, count, amount }: Pick<Input<'ops.receipt.applyExact'>, 'digest' | 'count' | 'amount'>,
  { transact, ports, author, staffId, fail, audit }: Applying,
): Promise<Output<'ops.receipt.applyExact'>> =>
  transact(async (tx) => {
    allowMinutes(tx, minutes);
    const seen = await exactOnes(tx, ports);
    if (seen.digest !== digest || seen.count !== count || seen.amount !== amount || count === 0) return fail('changed');
    // Bills before receipts, in the order of every payment; then once more, because what was read before may have changed until it was locked.
    const bills = await lockBills(tx, {
      tenantId: null,
      billNos: seen.together.flatMap(({ proposal }) => proposal.parts.map(({ billNo }) => billNo)),
    });
    await lockReceipts(
      tx,
      seen.together.map(({ receiptNo }) => receiptNo),
    );
    if ((await exactOnes(tx, ports)).digest !== digest) return fail('changed');
    let settled = 0;
    for (const { receiptNo, receipt, proposal } of seen.together) {
      const parts = proposal.parts.flatMap(({ billNo, amount: part }) => {
        const bill = bills.get(billNo);
        return bill === undefined ? [] : [{ bill, amount: part }];
      });
      const outcome = await payOfReceived(
        tx,
        { parts, on: receipt.received_on, serial: receipt.serial ?? receiptNo },
        {
          author,
          staffId,
          now: ports.clock.now(),
          place: (payments) => insertApplications(tx, receiptNo, { tenantId: proposal.tenantId, payments }),
        },
      );
      if (!outcome.ok) return fail('changed');
      author.record(tx, {
        event: 'ops.receipt.applyExact',
        object: receiptNo,
        tenantId: proposal.tenantId,
        after: { billNos: outcome.paid.map(({ billNo }) => billNo) },
      });
      settled += outcome.paid.filter(({ outcome: became }) => became === 'settled').length;
    }
    const receiptNos = seen.together.map(({ receiptNo }) => receiptNo);
    audit({ object: digest, after: { count, amount, receiptNos } });
    return { count, amount, settled };
  });
