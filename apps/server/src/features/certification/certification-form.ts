import { isDeepStrictEqual } from 'node:util';
import type { Input, Output } from '@ronghui/contract';
import {
  type CertificationForm,
  type CertificationSecret,
  certificationFieldNames,
  certificationFiles,
  certificationSecrets,
} from '@ronghui/domain/certification-form';
import { normaliseUscc } from '@ronghui/domain/company/uscc';
import { maskTail } from '@ronghui/domain/identity/resident-id';
import type { Vault } from '#kernel/ports';
import type { CertificationRow } from './certification.reads.ts';
import type { Draft, InForce } from './certification.sql.ts';

type DraftInput = Partial<Input<'certification.saveDraft'>>;

/** The numbers that are stored sealed. */
export type Secrets = { readonly [Name in CertificationSecret]?: string | undefined };

const isSecret = (name: string): boolean => certificationSecrets.some((each) => each === name);

/** The sealed numbers of a draft or a submission. */
export const openSecrets = (vault: Vault, sealed: Buffer | null): Secrets =>
  // Only `sealSecrets` writes it.
  sealed === null ? {} : (JSON.parse(vault.open(sealed)) as Secrets);

const sealSecrets = (vault: Vault, secrets: Secrets): Pick<Draft, 'sealed' | 'masks'> => ({
  sealed: vault.seal(JSON.stringify(secrets)),
  masks: Object.fromEntries(
    Object.entries(secrets).flatMap(([name, value]) =>
      value === undefined ? [] : [[`${name}Masked`, maskTail(value)]],
    ),
  ),
});

const cleaned = (name: string, value: unknown): unknown => {
  if (typeof value !== 'string') return value;
  return name === 'uscc' ? normaliseUscc(value) : value.trim();
};

const isEmptied = (name: string, value: unknown): boolean =>
  value === '' || (value === null && name !== 'licenseValidTo' && name !== 'legalIdValidTo');

/** The draft with the fields that were sent: an empty text or null empties a field, a field that was not sent stays. */
export const mergeDraft = (
  before: { readonly form: CertificationForm; readonly sealed: Buffer | null },
  input: DraftInput,
  vault: Vault,
): Draft => {
  const form: Record<string, unknown> = { ...before.form };
  for (const name of certificationFieldNames) {
    const value = cleaned(name, input[name]);
    if (value === undefined || isSecret(name)) continue;
    if (isEmptied(name, value)) delete form[name];
    else form[name] = value;
  }
  const sent = certificationSecrets.flatMap((name) => (input[name] === undefined ? [] : [[name, input[name]]]));
  const secrets: Secrets = { ...openSecrets(vault, before.sealed), ...Object.fromEntries(sent) };
  // The contract's schema has validated each field.
  return { form: form as CertificationForm, ...sealSecrets(vault, secrets) };
};

const agentParts = ['agentName', 'authorizationLetterFileId'];

/** A submission from the fields that were sent and the stored numbers; without the agent's fields where there is no agent. */
export const submissionOf = (
  sealed: Buffer | null,
  input: DraftInput,
  vault: Vault,
): Draft & { readonly secrets: Secrets; readonly sealed: Buffer } => {
  const merged = mergeDraft({ form: {}, sealed }, input, vault);
  const isAgent = merged.form.isAgent === true;
  const entries = Object.entries(merged.form).filter(([name]) => isAgent || !agentParts.includes(name));
  const { agentIdNo, ...rest } = openSecrets(vault, merged.sealed);
  const secrets: Secrets = isAgent && agentIdNo !== undefined ? { ...rest, agentIdNo } : rest;
  // The same record with fewer entries.
  const form = Object.fromEntries(entries) as CertificationForm;
  const { masks } = sealSecrets(vault, secrets);
  return { form, secrets, masks, sealed: vault.seal(JSON.stringify(secrets)) };
};

/** The files that a form names. */
export const filesOf = (form: CertificationForm): readonly string[] => [
  ...new Set(certificationFiles.flatMap((name) => form[name] ?? [])),
];

const none: Output<'certification.get'> = {
  status: 'none',
  isCertified: false,
  submissionNo: null,
  form: null,
  reasons: [],
  submittedAt: null,
  reviewedAt: null,
};

type Shown = NonNullable<Output<'certification.get'>['form']>;
const shownOf = ({ form, masks }: Pick<Draft, 'form' | 'masks'>): Shown => ({ ...(form as object), ...masks });

/** The form that is shown, and the draft beside it: a passed certification shows what is in force, not what was filled in since. */
const formsOf = (
  row: CertificationRow,
  inForce: InForce | undefined,
): Pick<Output<'certification.get'>, 'form' | 'draft'> => {
  const own = shownOf(row);
  if (row.status !== 'passed' || inForce === undefined) return { form: own };
  const form = shownOf(inForce);
  return isDeepStrictEqual(form, own) ? { form } : { form, draft: own };
};

/** A certification in the contract's shape, with the submission in force where there is one; only users who may certify get its forms. */
export const recordOf = (
  row: CertificationRow | undefined,
  maySeeForm: boolean,
  inForce?: InForce,
): Output<'certification.get'> => {
  if (row === undefined) return { ...none, form: maySeeForm ? {} : null };
  const isWaiting = row.status === 'pendingTransfer';
  return {
    status: row.status,
    isCertified: row.certified_no !== null,
    submissionNo: row.submission_no,
    ...(maySeeForm ? formsOf(row, inForce) : { form: null }),
    // A rejection names only fields of the form.
    reasons: row.reasons as Output<'certification.get'>['reasons'],
    ...(isWaiting && row.tries_left !== null ? { triesLeft: row.tries_left } : {}),
    ...(isWaiting && row.transfer_by !== null ? { transferBy: row.transfer_by.toISOString() } : {}),
    submittedAt: row.submitted_at?.toISOString() ?? null,
    reviewedAt: row.reviewed_at?.toISOString() ?? null,
  };
};
