import type { Fen, FenSum } from '@ronghui/domain/money';
import { sql } from 'kysely';
import type { Db } from '#kernel/database/db';

/** The unapplied money of a merchant: what is its own, and what was a payment until that was taken back, which may be another's. */
export interface UnappliedSum {
  readonly count: number;
  readonly amount: FenSum;
  readonly in_check: FenSum;
}

/** Sums a merchant's unapplied money. By receipt_of_tenant_unapplied. */
export const sumUnapplied = async (db: Db, tenantId: string): Promise<UnappliedSum> => {
  const { rows } = await sql<UnappliedSum>`
    select (count(*) filter (where stated_fen is not null))::int as count,
        coalesce(sum(unapplied_fen) filter (where stated_fen is not null), 0) as amount,
        coalesce(sum(unapplied_fen) filter (where stated_fen is null), 0) as in_check
      from receipt where tenant_id = ${tenantId} and unapplied_fen > 0`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('a sum has a row');
  return row;
};

/** A receipt with unapplied money, as its merchant reads it. */
export interface UnappliedReceipt {
  readonly receipt_no: string;
  readonly received_on: string;
  readonly serial: string | null;
  readonly amount_fen: Fen;
  readonly unapplied_fen: Fen;
  readonly is_in_check: boolean;
}

/** The latest of them. By receipt_of_tenant_unapplied, or receipt_of_tenant. */
export const listUnapplied = async (db: Db, tenantId: string, limit: number): Promise<readonly UnappliedReceipt[]> => {
  const { rows } = await sql<UnappliedReceipt>`
    select receipt_no, received_on, serial, amount_fen, unapplied_fen, stated_fen is null as is_in_check
      from receipt where tenant_id = ${tenantId} and unapplied_fen > 0 order by created_at desc, receipt_no desc limit ${limit}`.execute(
    db,
  );
  return rows;
};
