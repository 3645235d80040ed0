// Generated from the migrated database by `npm run tables`; never edited.
import type { Fen } from '@ronghui/domain/money';
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { JsonColumns } from './json-columns.ts';

/** Written as JSON text, read as the parsed value. */
export type Json<Value> = ColumnType<Value, string, string>;

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
  direction: string | null;
  fee_fen: Fen | null;
  created_at: Generated<Date>;
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

export interface CryptoKeyTable {
  kid: string;
  public_spki: Buffer;
  sealed_private: Buffer;
  created_at: Generated<Date>;
  retired_at: Date | null;
}

export interface DocRatingTable {
  rating_id: GeneratedAlways<number>;
  doc_id: string;
  session_id: string;
  helpful: boolean;
  comment: Generated<string>;
  created_at: Generated<Date>;
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
}

export interface SessionEpochTable {
  user_id: string;
  epoch: number;
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

export interface SmsQuotaTable {
  mobile_digest: Buffer;
  sent_at: Date[];
  updated_at: Generated<Date>;
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
  agreement: AgreementTable;
  audit_event: AuditEventTable;
  behavior_record: BehaviorRecordTable;
  bill_line: BillLineTable;
  category: CategoryTable;
  certification: CertificationTable;
  certification_step: CertificationStepTable;
  certification_submission: CertificationSubmissionTable;
  clock_offset: ClockOffsetTable;
  consent: ConsentTable;
  crypto_key: CryptoKeyTable;
  doc_rating: DocRatingTable;
  doc_section: DocSectionTable;
  document: DocumentTable;
  file: FileTable;
  file_store: FileStoreTable;
  idempotency: IdempotencyTable;
  known_device: KnownDeviceTable;
  lead: LeadTable;
  login_guard: LoginGuardTable;
  login_history: LoginHistoryTable;
  media: MediaTable;
  member: MemberTable;
  member_history: MemberHistoryTable;
  member_invitation: MemberInvitationTable;
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
  pepper_check: PepperCheckTable;
  product: ProductTable;
  project: ProjectTable;
  sent_job: SentJobTable;
  session: SessionTable;
  session_epoch: SessionEpochTable;
  site_setting: SiteSettingTable;
  sku: SkuTable;
  slide: SlideTable;
  sms_budget: SmsBudgetTable;
  sms_code: SmsCodeTable;
  sms_quota: SmsQuotaTable;
  staff: StaffTable;
  staff_device: StaffDeviceTable;
  staff_guard: StaffGuardTable;
  staff_password: StaffPasswordTable;
  stage: StageTable;
  tenant: TenantTable;
  user_account: UserAccountTable;
  user_recovery_code: UserRecoveryCodeTable;
  user_totp: UserTotpTable;
}
