import {
  type CertificationForm,
  certificationFieldNames,
  certificationFields,
  certificationFiles,
  companyTypeNames,
} from '@ronghui/domain/certification-form';
import { placeName } from '@ronghui/domain/company/division';
import { listFiles } from '#features/file/file.reads';
import type { Tx } from '#kernel/database/db';
import type { Author } from '#kernel/observe/actor';
import type { Ports } from '#kernel/ports';
import { findSubmission, lockSubmission } from './certification.sql.ts';
import { filesOf, openSecrets } from './certification-form.ts';

const valueText = (form: CertificationForm, name: (typeof certificationFieldNames)[number]): string => {
  const value = form[name];
  if (name === 'companyType') return form.companyType === undefined ? '—' : companyTypeNames[form.companyType];
  if (name === 'isAgent') return form.isAgent === true ? '经办人' : '法定代表人';
  if (name === 'cityCode') return placeName(form.provinceCode ?? null, form.cityCode ?? null);
  return value === null ? '长期' : value === undefined ? '—' : String(value);
};

/** The name of each file of a form, and its path on this machine. */
const pathsOf = async (
  tx: Tx,
  { files: store }: Ports,
  { tenantId, form }: { tenantId: string; form: CertificationForm },
) => {
  const paths = new Map<string, string>();
  for (const { file_id, storage_key, name, status } of await listFiles(tx, tenantId, filesOf(form))) {
    if (status === 'scanning') {
      paths.set(file_id, `${name}  （正在安全检查，通过之后才能查看）`);
      continue;
    }
    const path = await store.withLocalPath(storage_key, async (at) => at);
    paths.set(file_id, `${name}  ${path ?? '（文件不在）'}`);
  }
  return paths;
};

/**
 * A submission with the numbers in full and the paths of its files; null when there is none. Each look is recorded in the audit
 * trail.
 *
 * @source R4.11, R11.4
 */
export const showSubmission = async (
  tx: Tx,
  ports: Ports,
  author: Author,
  submissionNo: string,
): Promise<string | null> => {
  const row = await lockSubmission(tx, submissionNo);
  const submission = row && (await findSubmission(tx, row.tenant_id, submissionNo));
  if (submission === undefined) return null;
  const { tenant_id: tenantId } = submission;
  const form = { ...submission.form, ...openSecrets(ports.vault, submission.sealed) };
  const paths = await pathsOf(tx, ports, { tenantId, form });
  author.record(tx, { event: 'ops.certification.show', tenantId, object: submissionNo });
  const lines = certificationFieldNames.map((name) => {
    const isFile = certificationFiles.some((each) => each === name);
    const text = isFile ? (paths.get(String(form[name])) ?? '—') : valueText(form, name);
    return `${certificationFields[name].label}（${name}）：${text}`;
  });
  return lines.join('\n');
};
