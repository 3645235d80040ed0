// Generated from the migrated database by `npm run tables`; never edited.
import type { Fen } from '@ronghui/domain/money';
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { JsonColumns } from './json-columns.ts';

/** Written as JSON text, read as the parsed value. */
export type Json<Value> = ColumnType<Value, string, string>;

export interface AccountMonthTable {
  own_account: string;
  month: string;
  opening_fen: Fen;
  in_count: number;
  in_fen: Fen;
  out_count: number;
  out_fen: Fen;
  closing_fen: Fen;
  parts: Json<JsonColumns['account_month']['parts']>;
  lines_sha256: string;
  sha256: string;
  closed_by: string;
  closed_at: Date;
}

export interface AgreementTable {
  agreement_id: string;
  version: string;
  title: string;
  scene: string;
  required: boolean;
  markdown: string;
  html: string;
  sha256: string;
  effective_at: Date;
  created_at: Generated<Date>;
}

export interface AuditChainTable {
  only_row: Generated<boolean>;
  seal_no: Generated<number>;
  digest: Generated<Buffer>;
  sealed_to: Generated<number>;
  running: Generated<number[]>;
  cluster: Generated<string>;
}

export interface AuditEventTable {
  event_id: GeneratedAlways<number>;
  at: Generated<Date>;
  event: string;
  operation: Generated<string>;
  result: string;
  tenant_id: string | null;
  user_id: string | null;
  session_id: string | null;
  address: Generated<string>;
  object: string | null;
  before: Json<JsonColumns['audit_event']['before']> | null;
  after: Json<JsonColumns['audit_event']['after']> | null;
  request_id: Generated<string>;
  actor_kind: string | null;
  actor_id: string | null;
  tx_id: Generated<number>;
}

export interface AuditSealTable {
  seal_no: number;
  event_id: number;
  content: Buffer;
  digest: Buffer;
  sealed_at: Generated<Date>;
  key_generation: Generated<number>;
}

export interface AuditVerificationTable {
  job_id: string;
  from_no: number;
  to_no: number;
  event_count: number;
  finding_count: number;
  findings: Json<JsonColumns['audit_verification']['findings']>;
  digest: Generated<string>;
  verified_at: Generated<Date>;
}

export interface BackupRunTable {
  run_id: GeneratedAlways<number>;
  place: string;
  started_at: Generated<Date>;
  ended_at: Date | null;
  outcome: string | null;
  backup_id: string | null;
  bytes: number | null;
  row_count: number | null;
  reason: string | null;
}

export interface BankLineTable {
  line_no: GeneratedAlways<number>;
  statement_no: string;
  row_no: number;
  own_account: string;
  line_digest: Buffer;
  booked_on: string;
  booked_time: string | null;
  amount_fen: Fen;
  balance_fen: Fen | null;
  serial: string | null;
  payer_digest: Buffer | null;
  details_sealed: Buffer | null;
  receipt_no: string | null;
}

export interface BankLineNoteTable {
  note_no: GeneratedAlways<number>;
  line_no: number;
  kind: string;
  note: string | null;
  owner_id: string | null;
  by_id: string;
  at: Generated<Date>;
  taken_back_by: string | null;
  taken_back_at: Date | null;
}

export interface BankStatementTable {
  statement_no: string;
  own_account: string;
  name: string;
  sha256: string;
  size_bytes: number;
  mapping: Json<JsonColumns['bank_statement']['mapping']>;
  line_order: string;
  opening_fen: Fen | null;
  closing_fen: Fen | null;
  first_on: string;
  last_on: string;
  line_count: number;
  added_count: number;
  in_fen: Fen;
  out_fen: Fen;
  imported_by: string;
  imported_at: Generated<Date>;
}

export interface BehaviorBudgetTable {
  on_day: string;
  source: string;
  records: number;
}

export interface BehaviorCountedTable {
  is_only: Generated<boolean>;
  counted_at: Date | null;
}

export interface BehaviorDayTable {
  on_day: string;
  step: string;
  page_id: string;
  visits: number;
  visitors: number | null;
}

export interface BehaviorFunnelDayTable {
  on_day: string;
  home: number;
  product: number;
  config: number;
  ordered: number;
}

export interface BehaviorRecordTable {
  received_at: Generated<Date>;
  record_id: GeneratedAlways<number>;
  event_id: string;
  page_id: string;
  occurred_at: Date;
  session_id: string;
  user_id: string | null;
  tenant_id: string | null;
}

export interface BillTable {
  tenant_id: string;
  bill_id: Generated<string>;
  bill_no: string | null;
  stage_id: string;
  project_id: string;
  product_id: string;
  org_id: string;
  direction: string;
  tax_millionths: number;
  stage_name: string;
  project_name: string;
  product_name: string;
  org_name: string;
  line_count: number;
  basis: number;
  unit: string | null;
  lines_fen: Fen;
  minimum_fen: Generated<Fen>;
  cap_fen: Generated<Fen>;
  adjusted_fen: Generated<Fen>;
  amount_fen: Fen;
  tax_fen: Fen;
  lines_sha256: string | null;
  paid_fen: Generated<Fen>;
  status: Generated<string>;
  approval: Generated<string>;
  issued_at: Date | null;
  confirm_by: Date | null;
  pay_days: number;
  confirmed_at: Date | null;
  confirmed_by: string | null;
  auto_confirmed: Generated<boolean>;
  approved_at: Date | null;
  approved_by: string | null;
  auto_approved: Generated<boolean>;
  settled_at: Date | null;
  confirm_by_set_at: Date | null;
  reminded_days: number | null;
  step_no: Generated<number>;
  created_at: Generated<Date>;
  due_on: GeneratedAlways<string | null>;
  clock_at: GeneratedAlways<Date | null>;
  updated_at: Generated<Date>;
  version: Generated<number>;
  in_check: Generated<boolean>;
  written_off_fen: Generated<Fen>;
}

export interface BillLeftOutTable {
  stage_id: string;
  reason: string;
  line_count: number;
  examples: Json<JsonColumns['bill_left_out']['examples']>;
}

export interface BillLineTable {
  tenant_id: string;
  stage_id: string;
  line_id: Generated<string>;
  loan_no: string;
  project_id: string;
  product_id: string;
  org_id: string;
  borrower_masked: string | null;
  loan_fen: Fen | null;
  quantity: number | null;
  unit: string;
  rate_millionths: number | null;
  occurred_on: string;
  corrects_line_id: string | null;
  created_at: Generated<Date>;
  import_no: number | null;
}

export interface BillLineAdjustmentTable {
  tenant_id: string;
  bill_id: string;
  step_no: number;
  line_id: string;
  from_fen: Fen;
  to_fen: Fen;
}

export interface BillRuleTable {
  tenant_id: string;
  bill_id: string;
  rule_id: string;
  rule_version: number;
  line_count: number;
  basis: number;
  fee_fen: Fen;
  line_minimum_fen: Fen | null;
  line_cap_fen: Fen | null;
  tier_basis: number | null;
  tier_share: Json<JsonColumns['bill_rule']['tier_share']> | null;
}

export interface BillStepTable {
  tenant_id: string;
  bill_id: string;
  step_no: number;
  kind: string;
  at: Date;
  actor: string;
  by_id: string | null;
  by_name: string;
  address: string | null;
  amount_fen: Fen;
  from_fen: Fen | null;
  confirm_by: Date;
  waits: Generated<boolean>;
  feedback_no: string | null;
  payment_fen: Fen | null;
  payment_on: string | null;
  payment_serial: string | null;
  reason: string | null;
  reverses_step: number | null;
  payment_round: Generated<number>;
  written_off_fen: Fen | null;
}

export interface BillVoucherTable {
  tenant_id: string;
  voucher_id: string;
  paid_at: Date;
  bank_serial: string | null;
  file_ids: string[];
  user_id: string;
  sent_at: Generated<Date>;
  returned_at: Date | null;
  returned_reason: string | null;
  returned_by: string | null;
}

export interface BillVoucherItemTable {
  tenant_id: string;
  bill_id: string;
  voucher_id: string;
}

export interface BillWriteOffTable {
  tenant_id: string;
  bill_id: string;
  proposal_no: number;
  amount_fen: Fen;
  reason: string;
  proposed_by: string;
  proposed_at: Date;
  decision: string | null;
  decided_by: string | null;
  decided_at: Date | null;
  decision_reason: string | null;
}

export interface CategoryTable {
  category_id: string;
  position: number;
  name: string;
  summary: string;
}

export interface CertificationTable {
  tenant_id: string;
  status: Generated<string>;
  form: Json<JsonColumns['certification']['form']>;
  sealed: Buffer | null;
  masks: Json<JsonColumns['certification']['masks']>;
  reasons: Json<JsonColumns['certification']['reasons']>;
  submission_no: string | null;
  submitted_at: Date | null;
  reviewed_at: Date | null;
  tries_left: number | null;
  transfer_sealed: Buffer | null;
  transfer_by: Date | null;
  transfer_sent_at: Date | null;
  certified_no: string | null;
  certified_uscc: string | null;
  licence_until: string | null;
  id_until: string | null;
  expiry_told: string | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
  version: Generated<number>;
  licence_told: string | null;
  id_told: string | null;
  transfer_failed_at: Date | null;
}

export interface CertificationStepTable {
  tenant_id: string;
  version: number;
  submission_no: string;
  event: string;
  from_status: string;
  to_status: string;
  actor: string;
  user_id: string | null;
  by_name: string;
  reasons: Json<JsonColumns['certification_step']['reasons']>;
  at: Generated<Date>;
  staff_id: string | null;
}

export interface CertificationSubmissionTable {
  tenant_id: string;
  submission_no: string;
  form: Json<JsonColumns['certification_submission']['form']>;
  sealed: Buffer;
  masks: Json<JsonColumns['certification_submission']['masks']>;
  uscc: string;
  user_id: string;
  consent_ids: string[];
  submitted_at: Generated<Date>;
}

export interface ChangeVersionTable {
  channel: string;
  version: string;
}

export interface ChatAnswerRatingTable {
  conversation_id: string;
  seq: number;
  helpful: boolean;
  at: Generated<Date>;
}

export interface ChatConversationTable {
  conversation_id: string;
  tenant_id: string | null;
  user_id: string | null;
  visitor_id: string | null;
  last_seq: Generated<number>;
  reception_version: Generated<number>;
  created_at: Generated<Date>;
  first_seq: Generated<number>;
}

export interface ChatCursorTable {
  conversation_id: string;
  side: string;
  seq: number;
  at: Generated<Date>;
}

export interface ChatDutyTable {
  staff_id: string;
  status: Generated<string>;
  seen_at: Generated<Date>;
  assigned_at: Date | null;
}

export interface ChatFileTable {
  file_id: string;
  conversation_id: string;
  side: string;
  author_id: string;
  name: string;
  mime: string;
  size_bytes: number;
  sha256: string;
  storage_key: string;
  seq: number | null;
  created_at: Generated<Date>;
}

export interface ChatMessageTable {
  conversation_id: string;
  seq: number;
  sender: string;
  author_id: string;
  client_id: string | null;
  type: string;
  content: string;
  card_kind: string | null;
  card_id: string | null;
  recalls: number | null;
  at: Generated<Date>;
}

export interface ChatNoteTable {
  conversation_id: string;
  note_no: number;
  after_seq: number;
  kind: string;
  staff_id: string;
  to_staff_id: string | null;
  client_id: string | null;
  content: string;
  at: Generated<Date>;
}

export interface ChatQuickReplyTable {
  reply_id: string;
  staff_id: string | null;
  title: string;
  content: string;
  version: Generated<number>;
  updated_at: Generated<Date>;
}

export interface ChatReceptionTable {
  reception_id: string;
  conversation_id: string;
  state: string;
  version: number;
  subject: string | null;
  staff_id: string | null;
  opened_at: Generated<Date>;
  waiting_at: Date | null;
  taken_at: Date | null;
  spoken_at: Generated<Date>;
  ended_at: Date | null;
  ended_by: string | null;
  summary: string | null;
  category: string | null;
  stars: number | null;
  rating_words: string | null;
  rated_at: Date | null;
  announced_at: Date | null;
  left_at: Date | null;
  answered_at: Date | null;
  first_left_at: Date | null;
}

export interface ChatReceptionColleagueTable {
  reception_id: string;
  staff_id: string;
  joined_at: Generated<Date>;
}

export interface ChatVisitorTable {
  visitor_id: string;
  token_hash: Buffer;
  session_id: string;
  created_at: Generated<Date>;
  expires_at: Date;
}

export interface ClockOffsetTable {
  only_row: Generated<boolean>;
  offset_ms: Generated<number>;
}

export interface ConsentTable {
  tenant_id: string;
  consent_id: string;
  user_id: string;
  scene: string;
  agreement_id: string;
  agreement_version: string;
  sha256: string;
  granted_at: Generated<Date>;
  address: string;
  request_id: string;
  withdrawn_at: Date | null;
  granted_by: Generated<string>;
  pid: string | null;
  product_name: string | null;
  org_name: string | null;
  org_id: GeneratedAlways<string | null>;
  order_no: string | null;
  ticket_no: string | null;
  valid_to: Date | null;
  warned_at: Date | null;
  withdrawn_by: string | null;
  withdraw_reason: string | null;
  withdraw_address: string | null;
  ended_at: Date | null;
  end_reason: string | null;
}

export interface ContentRecordTable {
  record: string;
  version: Generated<number>;
  draft: Json<JsonColumns['content_record']['draft']> | null;
  draft_by: string | null;
  draft_at: Date | null;
  publish_at: Date | null;
  publish_by: string | null;
  failure: Generated<string>;
  key: Generated<string>;
  title: Generated<string>;
  list_group: Generated<string>;
  sort: Generated<string>;
  is_published: Generated<boolean>;
  published_by: Generated<string>;
  published_at: Date | null;
  draft_removes: Generated<boolean>;
  proved_payee: Json<JsonColumns['content_record']['proved_payee']> | null;
}

export interface ContentVersionTable {
  record: string;
  number: number;
  body: Json<JsonColumns['content_version']['body']>;
  origin: string;
  from_number: number | null;
  author: string;
  created_at: Generated<Date>;
  key: Generated<string>;
  removes: Generated<boolean>;
}

export interface CryptoKeyTable {
  kid: string;
  public_spki: Buffer;
  sealed_private: Buffer;
  created_at: Generated<Date>;
  retired_at: Date | null;
}

export interface DataKeyTable {
  purpose: string;
  generation: number;
  wrapped: Buffer | null;
  master: string;
  wrapped_at: Generated<Date>;
  made_at: Generated<Date>;
  in_force_at: Date | null;
  resealed_at: Date | null;
  retired_at: Date | null;
}

export interface DeskAssignmentTable {
  kind: string;
  object_id: string;
  staff_id: string;
  taken_at: Generated<Date>;
}

export interface DocRatingTable {
  rating_id: GeneratedAlways<number>;
  doc_id: string;
  session_id: string;
  helpful: boolean;
  comment: Generated<string>;
  created_at: Generated<Date>;
}

export interface DocSearchMissTable {
  on_day: string;
  word: string;
  searches: Generated<number>;
}

export interface DocSectionTable {
  section_id: string;
  parent_id: string | null;
  position: number;
  rank: number;
  title: string;
  summary: string;
}

export interface DocumentTable {
  doc_id: string;
  slug: string;
  section_id: string;
  position: number;
  rank: number;
  title: string;
  summary: string;
  markdown: string;
  html: string;
  plain: string;
  outline: Json<JsonColumns['document']['outline']>;
  search: string;
  updated_at: Date;
}

export interface ExportTable {
  tenant_id: string;
  export_id: string;
  kind: string;
  format: string;
  filter: Json<JsonColumns['export']['filter']>;
  filter_text: string;
  name: string;
  user_id: string;
  asked_by: string;
  asked_at: Generated<Date>;
  data_at: Date | null;
  row_count: number | null;
  totals: Json<JsonColumns['export']['totals']> | null;
}

export interface FeeRuleTable {
  rule_id: string;
  product_id: string;
  org_id: string | null;
  tenant_id: string | null;
  version: Generated<number>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

export interface FeeRuleVersionTable {
  rule_id: string;
  version: number;
  tenant_id: string | null;
  holds_from: string;
  direction: string;
  unit: string | null;
  kind: string;
  rate_millionths: number | null;
  fee_fen: Fen | null;
  per: string | null;
  method: string | null;
  tier_from: number[] | null;
  tier_rate: number[] | null;
  line_minimum_fen: Fen | null;
  line_cap_fen: Fen | null;
  bill_minimum_fen: Fen | null;
  bill_cap_fen: Fen | null;
  tax_millionths: number;
  made_by: string;
  created_at: Generated<Date>;
}

export interface FeeTotalTable {
  tenant_id: string;
  stage_id: string;
  org_id: string;
  project_id: string;
  product_id: string;
  occurred_on: string;
  direction: string;
  line_count: number;
  fee_fen: number;
}

export interface FeedbackTable {
  tenant_id: string;
  feedback_no: string;
  bill_id: string;
  bill_no: string;
  user_id: string;
  claimed_fen: Fen;
  standing_fen: Fen;
  line_ids: string[] | null;
  line_fen: number[] | null;
  reason: string;
  status: Generated<string>;
  answer_by: Date;
  answered_at: Date | null;
  is_withdrawn: Generated<boolean>;
  is_reopened: Generated<boolean>;
  helpful: boolean | null;
  rating_comment: string | null;
  rated_at: Date | null;
  message_no: Generated<number>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
  version: Generated<number>;
}

export interface FeedbackMessageTable {
  tenant_id: string;
  feedback_no: string;
  message_no: number;
  kind: string;
  sender: string;
  by_id: string;
  by_name: string;
  content: string;
  file_ids: Generated<string[]>;
  action: string | null;
  from_fen: Fen | null;
  to_fen: Fen | null;
  at: Date;
}

export interface FeedbackProposalTable {
  tenant_id: string;
  feedback_no: string;
  proposal_no: number;
  action: string;
  new_fen: Fen | null;
  line_ids: string[] | null;
  line_fen: number[] | null;
  reason: string;
  from_fen: Fen;
  to_fen: Fen;
  proposed_by: string;
  proposed_at: Date;
  decision: string | null;
  decided_by: string | null;
  decided_at: Date | null;
  decision_reason: string | null;
}

export interface FileTable {
  tenant_id: string;
  file_id: string;
  user_id: string;
  name: string;
  mime: string;
  size_bytes: number;
  sha256: string;
  storage_key: string;
  status: Generated<string>;
  is_restricted: Generated<boolean>;
  created_at: Generated<Date>;
  lost_at: Date | null;
  unnamed_at: Date | null;
}

export interface FileStoreTable {
  only_row: Generated<boolean>;
  store_id: Generated<string>;
  marked_at: Date | null;
}

export interface IdempotencyTable {
  scope: string;
  operation: string;
  key: string;
  tenant_id: string | null;
  fingerprint: Buffer;
  status: number | null;
  reply: string | null;
  created_at: Generated<Date>;
}

export interface IntentTable {
  tenant_id: string;
  intent_no: string;
  channel: string;
  bill_id: string;
  bill_version: number;
  amount_fen: Fen;
  end_at: Date;
  status: Generated<string>;
  code_url: string | null;
  form_url: string | null;
  receipt_no: string | null;
  user_id: string;
  ask_at: Date | null;
  tries: Generated<number>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
  version: Generated<number>;
}

export interface InvoiceTable {
  tenant_id: string;
  invoice_no: string;
  type: string;
  status: Generated<string>;
  title_name: string;
  title_tax_no: string | null;
  title_address: string | null;
  title_phone: string | null;
  title_bank_name: string | null;
  title_account_sealed: Buffer | null;
  title_account_masked: string | null;
  item_count: number;
  amount_fen: Fen;
  tax_fen: Fen;
  tax_millionths: number;
  user_id: string;
  number: string | null;
  file_id: string | null;
  is_demonstration: Generated<boolean>;
  applied_at: Generated<Date>;
  issued_at: Date | null;
  ended_at: Date | null;
  reason: string | null;
  version: Generated<number>;
  updated_at: Generated<Date>;
  issuer_step: string | null;
  issuer_since: Date | null;
  issuer_reason: string | null;
  by_issuer: Generated<boolean>;
  issuer_ask_at: Date | null;
  issuer_tries: Generated<number>;
  issuer_note: string | null;
  issuer_url: string | null;
  reversals_refused: Generated<number>;
  reversal_code: string | null;
  red_number: string | null;
}

export interface InvoiceFileTable {
  tenant_id: string;
  invoice_no: string;
  is_red: Generated<boolean>;
  kind: string;
  file_id: string;
  sha256: string;
  added_at: Generated<Date>;
}

export interface InvoiceItemTable {
  tenant_id: string;
  invoice_no: string;
  kind: string;
  item_no: string;
  name: string;
  amount_fen: Fen;
  tax_fen: Fen;
  is_covering: Generated<boolean>;
  tax_code: string | null;
  unit: string | null;
  quantity: number | null;
  tax_policy: string | null;
}

export interface InvoiceTitleTable {
  tenant_id: string;
  name: string;
  tax_no: string | null;
  address: string | null;
  phone: string | null;
  bank_name: string | null;
  bank_account_sealed: Buffer | null;
  bank_account_masked: string | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

export interface KnownDeviceTable {
  user_id: string;
  device_digest: Buffer;
  created_at: Generated<Date>;
  last_seen_at: Generated<Date>;
}

export interface LeadTable {
  lead_id: GeneratedAlways<number>;
  ticket_no: string;
  kind: string;
  status: Generated<string>;
  topic: string | null;
  name: string;
  company: string | null;
  mobile_digest: Buffer;
  mobile_sealed: Buffer;
  mobile_masked: string;
  content: string | null;
  pid: string | null;
  sku_id: string | null;
  options: Json<JsonColumns['lead']['options']> | null;
  consents: Json<JsonColumns['lead']['consents']>;
  user_id: string | null;
  address: string;
  request_id: string;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
  version: Generated<number>;
  owner_id: string | null;
  remind_on: string | null;
  lost_reason: string | null;
  won_tenant_id: string | null;
  noted_by: string | null;
}

export interface LeadStepTable {
  lead_id: number;
  version: number;
  action: string;
  to_status: string;
  by_id: string;
  by_name: string;
  text: string | null;
  to_name: string | null;
  remind_on: string | null;
  at: Generated<Date>;
}

export interface LineFeeTable {
  tenant_id: string;
  stage_id: string;
  line_id: string;
  bill_id: string;
  place: number;
  before: number;
  rule_id: string;
  rule_version: number;
  fee_fen: Fen;
  limit_fen: Fen | null;
  stood: number | null;
}

export interface LineImportTable {
  import_id: string;
  stage_id: string;
  name: string;
  kind: string;
  encoding: string;
  size_bytes: number;
  sha256: string;
  storage_key: string | null;
  staff_id: string | null;
  uploaded_by: string;
  mapping: Json<JsonColumns['line_import']['mapping']> | null;
  job_id: string | null;
  started_at: Date | null;
  row_count: number | null;
  bad_count: number | null;
  skipped: Json<JsonColumns['line_import']['skipped']> | null;
  imported_at: Date | null;
  created_at: Generated<Date>;
  version: Generated<number>;
  import_no: number | null;
  take_back_job_id: string | null;
  taken_back_at: Date | null;
  taken_back_by: string | null;
  taken_back_staff_id: string | null;
  taken_back_reason: string | null;
  choices: Json<JsonColumns['line_import']['choices']> | null;
  sums: Json<JsonColumns['line_import']['sums']> | null;
  accepted: Json<JsonColumns['line_import']['accepted']> | null;
}

export interface LineMappingTable {
  name: string;
  mapping: Json<JsonColumns['line_mapping']['mapping']>;
  saved_by: string;
  saved_at: Generated<Date>;
}

export interface LineTotalTable {
  tenant_id: string;
  stage_id: string;
  org_id: string;
  project_id: string;
  product_id: string;
  occurred_on: string;
  unit: string;
  line_count: number;
  counted: number;
  loan_fen: number;
  quantity: number;
}

export interface LoginGuardTable {
  mobile_digest: Buffer;
  device_digest: Generated<Buffer>;
  tried_at: Generated<Date[]>;
  locked_until: Date | null;
  locked_at: Generated<Date[]>;
  until_ops: Generated<boolean>;
  lock_serial: Generated<number>;
  updated_at: Generated<Date>;
}

export interface LoginHistoryTable {
  login_id: string;
  mobile_digest: Buffer;
  user_id: string | null;
  method: string;
  result: string;
  address: string;
  known_device: boolean;
  created_at: Generated<Date>;
  device: Generated<string>;
}

export interface MaintenanceTable {
  only_row: Generated<boolean>;
  notice_text: string | null;
  notice_from: Date | null;
  notice_until: Date | null;
  read_only_until: Date | null;
  sms_stopped: Generated<boolean>;
  revision: Generated<number>;
  set_by: string | null;
  set_at: Generated<Date>;
}

export interface MediaTable {
  name: string;
  mime: string;
  bytes: Buffer;
  source_path: string;
  created_at: Generated<Date>;
}

export interface MemberTable {
  tenant_id: string;
  user_id: string;
  role: string;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

export interface MemberHistoryTable {
  tenant_id: string;
  member_history_id: GeneratedAlways<number>;
  user_id: string;
  event: string;
  from_role: string | null;
  to_role: string | null;
  by_user_id: string;
  at: Generated<Date>;
}

export interface MemberInvitationTable {
  tenant_id: string;
  invitation_id: string;
  mobile_digest: Buffer;
  mobile_masked: string;
  role: string;
  status: Generated<string>;
  invited_by: string;
  created_at: Generated<Date>;
  expires_at: Date;
  answered_by: string | null;
  answered_at: Date | null;
}

export interface MobileChangeTable {
  user_id: string;
  mobile_digest: Buffer;
  mobile_masked: string;
  entered_by: string;
  entered_at: Generated<Date>;
}

export interface NodeTable {
  node_id: string;
  boot: string;
  version: string;
  address: string;
  settings: Json<JsonColumns['node']['settings']>;
  started_at: Date;
  seen_at: Date;
  gone_at: Date | null;
  generations: Generated<string[]>;
}

export interface NoticeTable {
  notice_id: Generated<string>;
  tenant_id: string | null;
  user_id: string;
  kind: string;
  title: string;
  text: string;
  place: string | null;
  place_id: string | null;
  created_at: Generated<Date>;
  read_at: Date | null;
  waits: Generated<boolean>;
}

export interface NoticeSettingTable {
  user_id: string;
  kind: string;
  sms: boolean;
  mail: boolean;
  updated_at: Generated<Date>;
}

export interface OrderTable {
  tenant_id: string;
  order_no: string;
  user_id: string;
  pid: string;
  product_name: string;
  sku_id: string;
  sku_name: string;
  unit: string;
  billing: string;
  quantity: number;
  term_months: number | null;
  options: Json<JsonColumns['order']['options']>;
  choice: Json<JsonColumns['order']['choice']>;
  items: Json<JsonColumns['order']['items']>;
  total_fen: Fen;
  annual_rate: string | null;
  org_name: string | null;
  contact_name: string | null;
  contact_mobile_sealed: Buffer | null;
  contact_mobile_masked: string | null;
  consent_ids: string[];
  renews_order_no: string | null;
  status: Generated<string>;
  pay_by: Date | null;
  active_from: Date | null;
  expires_at: Date | null;
  reminded_days: number | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
  version: Generated<number>;
  tax_millionths: Generated<number>;
}

export interface OrderStepTable {
  tenant_id: string;
  order_no: string;
  version: number;
  action: string;
  from_status: string | null;
  to_status: string;
  actor: string;
  user_id: string | null;
  by_name: string;
  reason: string | null;
  at: Generated<Date>;
  staff_id: string | null;
}

export interface OrderVoucherTable {
  tenant_id: string;
  order_no: string;
  voucher_id: string;
  status: Generated<string>;
  payer_name: string;
  paid_at: Date;
  file_ids: string[];
  user_id: string;
  reason: string | null;
  sent_at: Generated<Date>;
  decided_at: Date | null;
}

export interface OrgTable {
  org_id: string;
  name: string;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
  version: Generated<number>;
}

export interface OutboxTable {
  outbox_id: GeneratedAlways<number>;
  kind: string;
  sealed_payload: Buffer;
  attempts: Generated<number>;
  due_at: Generated<Date>;
  expires_at: Date | null;
  dead_at: Date | null;
  last_error: string | null;
  created_at: Generated<Date>;
  held_node: string | null;
  held_boot: string | null;
  stopped_at: Date | null;
  lost_by: string | null;
  lost_at: Date | null;
}

export interface PageTable {
  page: string;
  title: string;
  blocks: Json<JsonColumns['page']['blocks']>;
  updated_at: Generated<Date>;
}

export interface PartnerTable {
  partner_id: string;
  position: number;
  name: string;
  logo_url: string;
  summary: string;
  link: string;
}

export interface PasswordHistoryTable {
  password_history_id: GeneratedAlways<number>;
  user_id: string;
  password_hash: string;
  created_at: Generated<Date>;
}

export interface PayerRuleTable {
  rule_no: GeneratedAlways<number>;
  tenant_id: string;
  payer_digest: Buffer;
  payer_name: string | null;
  receipt_no: string;
  confirmed_by: string;
  confirmed_at: Generated<Date>;
  taken_back_by: string | null;
  taken_back_at: Date | null;
}

export interface PaymentCodeTable {
  code: string;
  tenant_id: string;
  kind: string;
  item_no: string;
}

export interface PaymentFactTable {
  fact_no: GeneratedAlways<number>;
  channel: string;
  intent_no: string;
  fact_key: string;
  tenant_id: string | null;
  source: string;
  kind: string;
  transaction_no: string | null;
  refund_no: string | null;
  refund_state: string | null;
  amount_fen: Fen | null;
  at: Date;
  evidence: string | null;
  refusal: string | null;
  received_at: Generated<Date>;
}

export interface PaymentSetTable {
  tenant_id: string;
  set_no: string;
  fingerprint: string;
  amount_fen: Fen;
  user_id: string;
  created_at: Generated<Date>;
}

export interface PaymentSetBillTable {
  tenant_id: string;
  set_no: string;
  bill_id: string;
  bill_version: number;
  open_fen: Fen;
}

export interface PepperCheckTable {
  only_row: Generated<boolean>;
  digest: Buffer;
}

export interface ProductTable {
  pid: string;
  category_id: string;
  position: number;
  name: string;
  tagline: string;
  cover_url: string;
  cover_alt: string;
  tags: Json<JsonColumns['product']['tags']>;
  has_trial: boolean;
  recommended: number | null;
  annual_rate: string | null;
  org_name: string | null;
  price_from_fen: Fen | null;
  blocks: Json<JsonColumns['product']['blocks']>;
  agreement_ids: string[];
  doc_slugs: string[];
  related_pids: string[];
  updated_at: Generated<Date>;
  price_unit: string | null;
  billing: Generated<string>;
}

export interface ProjectTable {
  tenant_id: string;
  project_id: string;
  name: string;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
  version: Generated<number>;
}

export interface ReceiptTable {
  receipt_no: string;
  tenant_id: string | null;
  source: string;
  received_on: string;
  serial: string | null;
  payer_name: string | null;
  payer_account: string | null;
  payer_bank: string | null;
  remark: string | null;
  amount_fen: Fen;
  applied_fen: Generated<Fen>;
  refunding_fen: Generated<Fen>;
  refunded_fen: Generated<Fen>;
  unapplied_fen: Fen;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
  version: Generated<number>;
  stated_fen: Fen | null;
  registered_by: string | null;
  received_time: string | null;
  own_account: string | null;
  is_unknown: Generated<boolean>;
}

export interface ReceiptApplicationTable {
  application_no: GeneratedAlways<number>;
  receipt_no: string;
  tenant_id: string;
  bill_id: string | null;
  step_no: number | null;
  order_no: string | null;
  order_version: number | null;
}

export interface ReceiptEntryTable {
  entry_no: GeneratedAlways<number>;
  receipt_no: string;
  kind: string;
  amount_fen: Fen;
  at: Generated<Date>;
  by_id: string | null;
  reason: string | null;
}

export interface ReceiptMatchTable {
  receipt_no: string;
  bank_receipt_no: string;
  amount_fen: Fen;
  stated_fen: Fen | null;
  registered_by: string | null;
  own_account: string | null;
  received_time: string | null;
  payer_name: string | null;
  payer_bank: string | null;
  remark: string | null;
  matched_by: string;
  matched_at: Generated<Date>;
}

export interface ReconClaimTable {
  tenant_id: string;
  feedback_no: string;
  run_id: string;
}

export interface ReconItemTable {
  tenant_id: string;
  run_no: number;
  item_no: number;
  kind: number;
  rule: number;
  row_no: number | null;
  ledger_reference: string | null;
  counterparty: string | null;
  ledger_fen: Fen;
  ledger_on: string | null;
  ledger_count: number;
  line_id: string | null;
  line_reference: string | null;
  line_fen: Fen;
  line_on: string | null;
  line_count: number;
  bill_id: string | null;
  difference_fen: Fen;
  note: string | null;
  is_accepted: Generated<boolean>;
  feedback_no: string | null;
  since_step: Generated<number>;
  until_step: number | null;
  former_feedback_no: string | null;
  difference_rule_no: number | null;
  size_fen: GeneratedAlways<Fen | null>;
}

export interface ReconLedgerTable {
  tenant_id: string;
  ledger_id: string;
  name: string;
  kind: string;
  encoding: string;
  size_bytes: number;
  sha256: string;
  storage_key: string | null;
  user_id: string;
  uploaded_by: string;
  created_at: Generated<Date>;
  removed_at: Date | null;
  removed_by: string | null;
}

export interface ReconPartTable {
  tenant_id: string;
  run_no: number;
  item_no: number;
  row_no: number | null;
  line_id: string | null;
  reference: string | null;
  counterparty: string | null;
  fen: number;
  occurred_on: string;
  bill_id: string | null;
}

export interface ReconRuleTable {
  tenant_id: string;
  rule_id: string;
  rule_no: GeneratedAlways<number>;
  side: string;
  direction: string;
  counterparty: string;
  kind: string;
  value: number;
  run_id: string;
  item_no: number;
  user_id: string;
  made_by: string;
  created_at: Generated<Date>;
  taken_back_at: Date | null;
  taken_back_user_id: string | null;
  taken_back_by: string | null;
}

export interface ReconRunTable {
  tenant_id: string;
  run_id: string;
  run_no: GeneratedAlways<number>;
  ledger_id: string;
  stage_id: string;
  side: string;
  direction: string;
  mapping: Json<JsonColumns['recon_run']['mapping']>;
  amount_tolerance_fen: Fen;
  amount_rate_millionths: number;
  day_tolerance: number;
  is_dry: Generated<boolean>;
  compared_run_id: string | null;
  job_id: string | null;
  user_id: string;
  started_by: string;
  created_at: Generated<Date>;
  ended_at: Date | null;
  failure: string | null;
  row_count: number | null;
  bad_count: number | null;
  skipped: Json<JsonColumns['recon_run']['skipped']> | null;
  made_of: Json<JsonColumns['recon_run']['made_of']> | null;
  changes: Json<JsonColumns['recon_run']['changes']> | null;
  matched_at: Date | null;
  step_no: Generated<number>;
  next_item_no: number | null;
  closed_at: Date | null;
  closed_by: string | null;
  statement: Json<JsonColumns['recon_run']['statement']> | null;
  statement_sha256: string | null;
  version: Generated<number>;
  is_any_stage: Generated<boolean>;
  seems_stage_id: string | null;
  rules: Json<JsonColumns['recon_run']['rules']> | null;
  carried: Json<JsonColumns['recon_run']['carried']> | null;
  closed_steps: Json<JsonColumns['recon_run']['closed_steps']> | null;
  choices: Json<JsonColumns['recon_run']['choices']> | null;
  sums: Json<JsonColumns['recon_run']['sums']> | null;
  superseded_at: Date | null;
  items_gone_at: Date | null;
}

export interface ReconSettingTable {
  tenant_id: string;
  amount_tolerance_fen: Generated<Fen>;
  amount_rate_millionths: Generated<number>;
  day_tolerance: Generated<number>;
  updated_at: Generated<Date>;
  version: Generated<number>;
}

export interface ReconSourceTable {
  tenant_id: string;
  source_id: string;
  name: string;
  mapping: Json<JsonColumns['recon_source']['mapping']>;
  used_at: Generated<Date>;
}

export interface ReconTotalTable {
  tenant_id: string;
  run_id: string;
  kind: number;
  items: number;
  ledger_count: number;
  ledger_fen: Fen;
  line_count: number;
  line_fen: Fen;
  accepted: Generated<number>;
  sent: Generated<number>;
}

export interface ScheduledJobTable {
  name: string;
  next_at: Date;
  tries: Generated<number>;
  fence: Generated<number>;
  lease_ends_at: Date | null;
  started_at: Date | null;
  ended_at: Date | null;
  failed_at: Date | null;
  failure: string | null;
}

export interface SentJobTable {
  job_id: Generated<string>;
  name: string;
  tenant_id: string | null;
  user_id: string | null;
  key: string;
  payload: Json<JsonColumns['sent_job']['payload']>;
  status: Generated<string>;
  done_count: Generated<number>;
  total_count: Generated<number>;
  progress_text: Generated<string>;
  tries: Generated<number>;
  due_at: Generated<Date>;
  fence: Generated<number>;
  lease_ends_at: Date | null;
  cancel_asked_at: Date | null;
  failure: string | null;
  result_key: string | null;
  result_name: string | null;
  result_mime: string | null;
  result_bytes: number | null;
  created_at: Generated<Date>;
  started_at: Date | null;
  ended_at: Date | null;
  expires_at: Date | null;
  run_node: string | null;
  run_boot: string | null;
  losses: Generated<number>;
}

export interface SessionTable {
  session_id: string;
  token_hash: Buffer;
  key_id: string;
  kind: string;
  user_id: string | null;
  tenant_id: string | null;
  role: string | null;
  epoch: Generated<number>;
  device: Generated<string>;
  address: Generated<string>;
  created_at: Generated<Date>;
  last_seen_at: Generated<Date>;
  expires_at: Date;
  area: Generated<string>;
  staff_id: string | null;
  staff_roles: Generated<string[]>;
  pending_setup: Generated<string[]>;
  owner_id: GeneratedAlways<string | null>;
  visit_id: string | null;
}

export interface SessionEpochTable {
  user_id: string;
  epoch: number;
}

export interface SharedEpochTable {
  only_row: Generated<boolean>;
  epoch: string;
  home: string;
}

export interface SharedNonceTable {
  slot: number;
  id: string;
}

export interface SharedRequestTable {
  key: string;
  window_no: number;
  count: number;
  ends_at: Date;
}

export interface SharedUseTable {
  key: string;
  uses: number[];
  allowed: boolean;
  ends_at: Date;
}

export interface SharedValueTable {
  key: string;
  value: string;
  ttl_ms: number;
  ends_at: Date;
}

export interface SiteSettingTable {
  key: string;
  value: Json<JsonColumns['site_setting']['value']>;
  updated_at: Generated<Date>;
}

export interface SkuTable {
  pid: string;
  sku_id: string;
  position: number;
  name: string;
  price_fen: Fen | null;
  unit: string;
  billing: string;
  term_months: number[];
  min_quantity: number;
  max_quantity: number;
  options: Json<JsonColumns['sku']['options']>;
  tiers: Json<JsonColumns['sku']['tiers']>;
  term_discounts: Json<JsonColumns['sku']['term_discounts']>;
  usage_rules: Json<JsonColumns['sku']['usage_rules']> | null;
  tax_millionths: Generated<number>;
}

export interface SlideTable {
  slide_id: string;
  position: number;
  title: string;
  subtitle: string;
  image_url: string;
  image_alt: string;
  link: string;
  theme: string;
}

export interface SmsBudgetTable {
  window_kind: string;
  starts_at: Date;
  sent: number;
}

export interface SmsCodeTable {
  mobile_digest: Buffer;
  scene: string;
  session_id: string;
  code_id: string;
  code_digest: Buffer;
  tries: Generated<number>;
  created_at: Generated<Date>;
  expires_at: Date;
}

export interface SmsDeliveryTable {
  delivery_id: GeneratedAlways<number>;
  message_id: string;
  provider: string;
  provider_message_id: string | null;
  scene: string;
  mobile_masked: string;
  state: string;
  refusal: string | null;
  reason: string | null;
  price_centifen: Generated<number>;
  created_at: Generated<Date>;
  settled_at: Date | null;
}

export interface SmsQuotaTable {
  mobile_digest: Buffer;
  sent_at: Date[];
  updated_at: Generated<Date>;
}

export interface SmsRestTable {
  provider: string;
  failures: Generated<number>;
  rests_until: Date | null;
}

export interface SmsSettingTable {
  provider: string;
  sign_name: Generated<string>;
  region: Generated<string>;
  templates: Json<JsonColumns['sms_setting']['templates']>;
  price_centifen: Generated<number>;
  updated_by: string | null;
  updated_at: Generated<Date>;
  version: Generated<number>;
}

export interface StaffTable {
  staff_id: string;
  account: string;
  name: Generated<string>;
  password_hash: string;
  must_change_password: Generated<boolean>;
  one_time_until: Date | null;
  roles: string[];
  status: Generated<string>;
  totp_secret_sealed: Buffer | null;
  totp_confirmed_at: Date | null;
  totp_last_step: Generated<number>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
  version: Generated<number>;
  one_time_used_at: Date | null;
  totp_pending_sealed: Buffer | null;
  last_login_at: Date | null;
  lock_reason: Generated<string>;
  totp_pending_at: Date | null;
  team_seen: Generated<number>;
}

export interface StaffDeviceTable {
  staff_id: string;
  device_digest: Buffer;
  created_at: Generated<Date>;
  last_seen_at: Generated<Date>;
}

export interface StaffGuardTable {
  subject_digest: Buffer;
  tried_at: Generated<Date[]>;
  locked_until: Date | null;
  locked_at: Generated<Date[]>;
  until_ops: Generated<boolean>;
  lock_serial: Generated<number>;
  updated_at: Generated<Date>;
}

export interface StaffPasswordTable {
  staff_password_id: GeneratedAlways<number>;
  staff_id: string;
  password_hash: string;
  created_at: Generated<Date>;
}

export interface StaffRecoveryCodeTable {
  staff_id: string;
  code_digest: Buffer;
}

export interface StageTable {
  stage_id: string;
  name: string;
  opens_on: string;
  issues_on: string;
  confirm_days: Generated<number>;
  pay_days: Generated<number>;
  status: Generated<string>;
  issued_at: Date | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
  version: Generated<number>;
}

export interface TenantTable {
  tenant_id: string;
  name: Generated<string>;
  uscc: string | null;
  industry: string | null;
  province_code: string | null;
  city_code: string | null;
  address: string | null;
  contact_name: string | null;
  contact_email: string | null;
  logo_file_id: string | null;
  second_approver: Generated<boolean>;
  certification_status: Generated<string>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
  version: Generated<number>;
  second_approver_until: Date | null;
}

export interface TenantNoteTable {
  tenant_id: string;
  note_id: string;
  content: string;
  staff_id: string;
  conversation_id: string;
  at: Generated<Date>;
}

export interface UnfinishedTryTable {
  subject: string;
  ends_at: Date;
}

export interface UserAccountTable {
  user_id: string;
  mobile_digest: Buffer;
  mobile_sealed: Buffer;
  mobile_masked: string;
  name: Generated<string>;
  email_masked: Generated<string>;
  password_hash: string;
  status: Generated<string>;
  new_device_proof: Generated<boolean>;
  last_tenant_id: string | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
  version: Generated<number>;
  email_sealed: Buffer | null;
  email_digest: Buffer | null;
  password_changed_at: Date | null;
  closing_at: Date | null;
  lock_reason: Generated<string>;
}

export interface UserRecoveryCodeTable {
  user_id: string;
  code_digest: Buffer;
}

export interface UserTotpTable {
  user_id: string;
  secret_sealed: Buffer;
  confirmed_at: Date | null;
  last_step: Generated<number>;
  created_at: Generated<Date>;
}

export interface Tables {
  account_month: AccountMonthTable;
  agreement: AgreementTable;
  audit_chain: AuditChainTable;
  audit_event: AuditEventTable;
  audit_seal: AuditSealTable;
  audit_verification: AuditVerificationTable;
  backup_run: BackupRunTable;
  bank_line: BankLineTable;
  bank_line_note: BankLineNoteTable;
  bank_statement: BankStatementTable;
  behavior_budget: BehaviorBudgetTable;
  behavior_counted: BehaviorCountedTable;
  behavior_day: BehaviorDayTable;
  behavior_funnel_day: BehaviorFunnelDayTable;
  behavior_record: BehaviorRecordTable;
  bill: BillTable;
  bill_left_out: BillLeftOutTable;
  bill_line: BillLineTable;
  bill_line_adjustment: BillLineAdjustmentTable;
  bill_rule: BillRuleTable;
  bill_step: BillStepTable;
  bill_voucher: BillVoucherTable;
  bill_voucher_item: BillVoucherItemTable;
  bill_write_off: BillWriteOffTable;
  category: CategoryTable;
  certification: CertificationTable;
  certification_step: CertificationStepTable;
  certification_submission: CertificationSubmissionTable;
  change_version: ChangeVersionTable;
  chat_answer_rating: ChatAnswerRatingTable;
  chat_conversation: ChatConversationTable;
  chat_cursor: ChatCursorTable;
  chat_duty: ChatDutyTable;
  chat_file: ChatFileTable;
  chat_message: ChatMessageTable;
  chat_note: ChatNoteTable;
  chat_quick_reply: ChatQuickReplyTable;
  chat_reception: ChatReceptionTable;
  chat_reception_colleague: ChatReceptionColleagueTable;
  chat_visitor: ChatVisitorTable;
  clock_offset: ClockOffsetTable;
  consent: ConsentTable;
  content_record: ContentRecordTable;
  content_version: ContentVersionTable;
  crypto_key: CryptoKeyTable;
  data_key: DataKeyTable;
  desk_assignment: DeskAssignmentTable;
  doc_rating: DocRatingTable;
  doc_search_miss: DocSearchMissTable;
  doc_section: DocSectionTable;
  document: DocumentTable;
  export: ExportTable;
  fee_rule: FeeRuleTable;
  fee_rule_version: FeeRuleVersionTable;
  fee_total: FeeTotalTable;
  feedback: FeedbackTable;
  feedback_message: FeedbackMessageTable;
  feedback_proposal: FeedbackProposalTable;
  file: FileTable;
  file_store: FileStoreTable;
  idempotency: IdempotencyTable;
  intent: IntentTable;
  invoice: InvoiceTable;
  invoice_file: InvoiceFileTable;
  invoice_item: InvoiceItemTable;
  invoice_title: InvoiceTitleTable;
  known_device: KnownDeviceTable;
  lead: LeadTable;
  lead_step: LeadStepTable;
  line_fee: LineFeeTable;
  line_import: LineImportTable;
  line_mapping: LineMappingTable;
  line_total: LineTotalTable;
  login_guard: LoginGuardTable;
  login_history: LoginHistoryTable;
  maintenance: MaintenanceTable;
  media: MediaTable;
  member: MemberTable;
  member_history: MemberHistoryTable;
  member_invitation: MemberInvitationTable;
  mobile_change: MobileChangeTable;
  node: NodeTable;
  notice: NoticeTable;
  notice_setting: NoticeSettingTable;
  order: OrderTable;
  order_step: OrderStepTable;
  order_voucher: OrderVoucherTable;
  org: OrgTable;
  outbox: OutboxTable;
  page: PageTable;
  partner: PartnerTable;
  password_history: PasswordHistoryTable;
  payer_rule: PayerRuleTable;
  payment_code: PaymentCodeTable;
  payment_fact: PaymentFactTable;
  payment_set: PaymentSetTable;
  payment_set_bill: PaymentSetBillTable;
  pepper_check: PepperCheckTable;
  product: ProductTable;
  project: ProjectTable;
  receipt: ReceiptTable;
  receipt_application: ReceiptApplicationTable;
  receipt_entry: ReceiptEntryTable;
  receipt_match: ReceiptMatchTable;
  recon_claim: ReconClaimTable;
  recon_item: ReconItemTable;
  recon_ledger: ReconLedgerTable;
  recon_part: ReconPartTable;
  recon_rule: ReconRuleTable;
  recon_run: ReconRunTable;
  recon_setting: ReconSettingTable;
  recon_source: ReconSourceTable;
  recon_total: ReconTotalTable;
  scheduled_job: ScheduledJobTable;
  sent_job: SentJobTable;
  session: SessionTable;
  session_epoch: SessionEpochTable;
  shared_epoch: SharedEpochTable;
  shared_nonce: SharedNonceTable;
  shared_request: SharedRequestTable;
  shared_use: SharedUseTable;
  shared_value: SharedValueTable;
  site_setting: SiteSettingTable;
  sku: SkuTable;
  slide: SlideTable;
  sms_budget: SmsBudgetTable;
  sms_code: SmsCodeTable;
  sms_delivery: SmsDeliveryTable;
  sms_quota: SmsQuotaTable;
  sms_rest: SmsRestTable;
  sms_setting: SmsSettingTable;
  staff: StaffTable;
  staff_device: StaffDeviceTable;
  staff_guard: StaffGuardTable;
  staff_password: StaffPasswordTable;
  staff_recovery_code: StaffRecoveryCodeTable;
  stage: StageTable;
  tenant: TenantTable;
  tenant_note: TenantNoteTable;
  unfinished_try: UnfinishedTryTable;
  user_account: UserAccountTable;
  user_recovery_code: UserRecoveryCodeTable;
  user_totp: UserTotpTable;
}
