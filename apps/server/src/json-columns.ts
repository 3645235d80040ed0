import type { Block, ContentBody, Input, Output } from '@ronghui/contract';
import type { Finding } from '@ronghui/domain/audit';
import type { FieldReason } from '@ronghui/domain/certification';
import type { CertificationForm } from '@ronghui/domain/certification-form';
import type { ProvedPayee } from '@ronghui/domain/content';
import type { TierShare } from '@ronghui/domain/fee-rule';
import type { PricedSku } from '@ronghui/domain/quote';
import type { DifferenceRule } from '@ronghui/domain/recon';

type LedgerMapping = Input<'recon.saveMapping'>['mapping'];
type RunRules = readonly (DifferenceRule & { readonly ruleId: string })[];
type OrderDetail = Output<'order.detail'>;
interface Certified {
  form: CertificationForm;
  /** Of the sealed numbers, by the name that the wire has for them. */
  masks: Readonly<Record<string, string>>;
}
type Reasons = { reasons: readonly FieldReason[] };

/**
 * What stands in the JSON columns, by table and column; `npm run tables` names it in `tables.gen.ts`, so that a column without its type
 * does not compile. What is written is validated before: by the contract, or by the import of content.
 */
export interface JsonColumns {
  /** Where its lines went when it was closed; a part that is no note has no kind. */
  account_month: {
    parts: readonly (Omit<Output<'ops.bankLine.month'>['parts'][number], 'kind'> & {
      readonly kind: Output<'ops.bankLine.month'>['parts'][number]['kind'] | null;
    })[];
  };
  audit_event: { before: unknown; after: unknown };
  audit_verification: { findings: readonly Finding[] };
  bank_statement: { mapping: Input<'ops.bankLine.import'>['mapping'] };
  bill_left_out: { examples: Output<'ops.bill.generation'>['leftOut'][number]['examples'] };
  bill_rule: { tier_share: TierShare };
  certification: Certified & Reasons;
  certification_step: Reasons;
  certification_submission: Certified;
  content_record: { draft: ContentBody; proved_payee: ProvedPayee };
  content_version: { body: ContentBody };
  document: { outline: Output<'doc.queryDetail'>['outline'] };
  export: {
    filter: Output<'export.get'>['filter'];
    totals: NonNullable<Output<'export.get'>['totals']>;
  };
  lead: {
    options: Readonly<Record<string, string>>;
    consents: readonly { readonly id: string; readonly version: string; readonly sha256: string }[];
  };
  line_import: {
    mapping: NonNullable<Output<'ops.lineImport.get'>['mapping']>;
    skipped: NonNullable<Output<'ops.lineImport.get'>['skipped']>;
    choices: NonNullable<Output<'ops.lineImport.get'>['choices']>;
    accepted: NonNullable<Output<'ops.lineImport.get'>['accepted']>;
    sums: NonNullable<Output<'ops.lineImport.get'>['sums']>;
  };
  line_mapping: { mapping: NonNullable<Output<'ops.lineImport.get'>['mapping']> };
  node: { settings: Readonly<Record<string, string>> };
  order: Pick<OrderDetail, 'choice' | 'options' | 'items'>;
  page: { blocks: Block[] };
  product: { tags: string[]; blocks: Block[] };
  recon_run: {
    mapping: LedgerMapping;
    skipped: NonNullable<Output<'recon.get'>['skipped']>;
    choices: NonNullable<Output<'recon.get'>['choices']>;
    sums: NonNullable<Output<'recon.get'>['sums']>;
    made_of: NonNullable<Output<'recon.get'>['madeOf']>;
    changes: Output<'recon.changes'>['changes'];
    carried: NonNullable<Output<'recon.changes'>['carried']>;
    /** The last step of each bill that a statement names, by the bill's number. */
    closed_steps: Readonly<Record<string, number>>;
    statement: Output<'recon.statement'>;
    rules: RunRules;
  };
  recon_source: { mapping: LedgerMapping };
  /** As the job declares it; checked when it is sent and before it runs. */
  sent_job: { payload: unknown };
  /** Each key has a shape of its own. */
  site_setting: { value: unknown };
  sku: {
    options: PricedSku['options'];
    tiers: PricedSku['tiers'];
    term_discounts: PricedSku['termDiscounts'];
    /** What one use costs, of a specification that is paid by use. */
    usage_rules: Output<'portal.productQueryDetail'>['skus'][number]['usageRules'];
  };
  /** Scene → template. */
  sms_setting: { templates: Readonly<Record<string, string>> };
}
