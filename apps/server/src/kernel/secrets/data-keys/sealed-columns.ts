/** A column of what the vault has sealed, with the primary key of its table. */
export interface SealedColumn {
  readonly table: string;
  readonly column: string;
  readonly key: readonly { readonly name: string; readonly type: 'text' | 'bigint' }[];
}

const text = (name: string) => ({ name, type: 'text' }) as const;
const number = (name: string) => ({ name, type: 'bigint' }) as const;

/**
 * Every column that holds what the vault has sealed, the bytes as they came from it: what a later generation re-seals, and what an older one is kept
 * for. Replies that a repeated call reads once more are sealed too (`idempotency.reply`): they are gone after `idempotencyHours`.
 */
export const sealedColumns: readonly SealedColumn[] = [
  { table: 'bank_line', column: 'details_sealed', key: [number('line_no')] },
  { table: 'certification', column: 'sealed', key: [text('tenant_id')] },
  { table: 'certification', column: 'transfer_sealed', key: [text('tenant_id')] },
  { table: 'certification_submission', column: 'sealed', key: [text('tenant_id'), text('submission_no')] },
  { table: 'crypto_key', column: 'sealed_private', key: [text('kid')] },
  { table: 'invoice', column: 'title_account_sealed', key: [text('tenant_id'), text('invoice_no')] },
  { table: 'invoice_title', column: 'bank_account_sealed', key: [text('tenant_id')] },
  { table: 'lead', column: 'mobile_sealed', key: [number('lead_id')] },
  { table: 'order', column: 'contact_mobile_sealed', key: [text('tenant_id'), text('order_no')] },
  { table: 'outbox', column: 'sealed_payload', key: [number('outbox_id')] },
  { table: 'staff', column: 'totp_secret_sealed', key: [text('staff_id')] },
  { table: 'staff', column: 'totp_pending_sealed', key: [text('staff_id')] },
  { table: 'user_account', column: 'mobile_sealed', key: [text('user_id')] },
  { table: 'user_account', column: 'email_sealed', key: [text('user_id')] },
  { table: 'user_totp', column: 'secret_sealed', key: [text('user_id')] },
];
