import {
  type CertificationForm,
  certificationFieldNames,
  certificationFields,
  certificationFiles,
  companyTypeNames,
} from '@ronghui/domain/certification-form';
import { placeName } from '@ronghui/domain/company/division';
import { shanghaiTime } from '@ronghui/domain/csv';
import { listFiles } from '#features/file/file.reads';
import type { Database } from '#kernel/database/db';
import type { DeskArgs, DeskOutcome, DeskVerb, DeskVerbs } from '#kernel/desk';
import { insertAuditEvent } from '#kernel/observe/audit.sql';
import type { Ports } from '#kernel/ports';
import { findLatest, findSubmission, lockSubmission } from './certification.sql.ts';
import { type DeskResult, decideCertification } from './certification-desk.ts';
import { filesOf, openSecrets } from './certification-form.ts';
import { listSubmissions } from './certification-jobs.sql.ts';
import { payTransfer } from './certification-pay.ts';

type Refused = Extract<DeskResult, { ok: false }>;

const statusNames = {
  none: '未认证',
  pending: '审核中',
  pendingTransfer: '待打款验证',
  passed: '已认证',
  rejected: '认证未通过',
} as const;

const refusals: Readonly<Record<Refused['reason'], string>> = {
  notFound: '没有这个申请号，或商户已有新的提交。',
  notAllowed: '认证当前的状态不允许这一步。',
  reasonMissing: '请用 --字段名 原因 写明每一项为什么退回，商户会看到它。',
  unknownField: `字段名应为 ${certificationFieldNames.join('、')} 之一。`,
  consentGone: '认证所依据的同意已被撤回，不能通过；请驳回，由商户重新提交。',
  taken: '另一个商户已用这个统一社会信用代码通过认证；请驳回。',
  notDue: '时间未到。',
};

const told = (result: DeskResult): DeskOutcome => {
  if (!result.ok) {
    const now = result.status === undefined ? '' : `（现在是${statusNames[result.status]}）`;
    return { ok: false, text: `${refusals[result.reason]}${now}` };
  }
  const name = statusNames[result.status];
  return {
    ok: true,
    text: result.changed ? `已办理，认证现在是${name}。` : `此前已办理，没有变动；认证现在是${name}。`,
  };
};

const list: DeskVerb = {
  usage: '    等待办理的认证，最早的在前',
  async run(_ports, database) {
    const rows = await listSubmissions(database.reading('service'), 100);
    if (rows.length === 0) return { ok: true, text: '没有等待办理的认证。' };
    const lines = rows.map((row) => {
      const name = (row.form as CertificationForm | null)?.companyName ?? '';
      const status = row.status === 'pending' ? statusNames.pending : statusNames.pendingTransfer;
      return `${row.submission_no}  ${shanghaiTime(row.submitted_at).slice(0, 16)}  ${status}  ${name}  ${row.uscc}`;
    });
    return { ok: true, text: lines.join('\n') };
  },
};

const valueText = (form: CertificationForm, name: (typeof certificationFieldNames)[number]): string => {
  const value = form[name];
  if (name === 'companyType') return form.companyType === undefined ? '—' : companyTypeNames[form.companyType];
  if (name === 'isAgent') return form.isAgent === true ? '经办人' : '法定代表人';
  if (name === 'cityCode') return placeName(form.provinceCode ?? null, form.cityCode ?? null);
  return value === null ? '长期' : value === undefined ? '—' : String(value);
};

/** Everything of a submission, with the numbers in full and where its files are: looking at it stands in the trail. */
const show: DeskVerb = {
  usage: '<申请号>    查看资料（身份证号与账号为全文，会留下审计记录）',
  async run(ports: Ports, database: Database, { words: [submissionNo = ''] }: DeskArgs) {
    return database.transact('service', async (tx): Promise<DeskOutcome> => {
      const row = await lockSubmission(tx, submissionNo);
      const submission = row && (await findSubmission(tx, row.tenant_id, submissionNo));
      if (submission === undefined) return { ok: false, text: refusals.notFound };
      // Written by the submission alone.
      const open = submission.form as CertificationForm;
      const form = { ...open, ...openSecrets(ports.vault, submission.sealed) };
      const files = await listFiles(tx, submission.tenant_id, filesOf(form));
      const paths = new Map<string, string>();
      for (const { file_id, storage_key, name, status } of files) {
        if (status === 'scanning') {
          paths.set(file_id, `${name}  （正在安全检查，通过之后才能查看）`);
          continue;
        }
        const path = await ports.files.withLocalPath(storage_key, async (at) => at);
        paths.set(file_id, `${name}  ${path ?? '（文件不在）'}`);
      }
      await insertAuditEvent(tx, {
        event: 'ops.certification.show',
        operation: '',
        result: 'ok',
        tenant_id: submission.tenant_id,
        user_id: null,
        session_id: null,
        address: '',
        object: submissionNo,
        before: null,
        after: null,
        request_id: '',
      });
      const lines = certificationFieldNames.map((name) => {
        const isFile = certificationFiles.some((each) => each === name);
        const text = isFile ? (paths.get(String(form[name])) ?? '—') : valueText(form, name);
        return `${certificationFields[name].label}（${name}）：${text}`;
      });
      return { ok: true, text: lines.join('\n') };
    });
  },
};

const approve: DeskVerb = {
  usage: '<申请号>    审核通过',
  async run(ports, database, { words: [submissionNo = ''] }) {
    const result = await decideCertification(ports, database, { kind: 'approve', submissionNo });
    const outcome = told(result);
    if (!result.ok || result.status !== 'pendingTransfer') return outcome;
    try {
      const row = await findLatest(database.reading('service'), submissionNo);
      if (row !== undefined) await payTransfer(ports, database, row.tenant_id);
      return outcome;
    } catch {
      return { ok: true, text: `${outcome.text}打款指令没有被银行接受，稍后会自动重发。` };
    }
  },
};

const reject: DeskVerb = {
  usage: '<申请号> --uscc 原因 --licenseFileId 原因 …    退回，每个字段写明原因',
  async run(ports, database, { words: [submissionNo = ''], options }) {
    const reasons = Object.entries(options).map(([field, reason]) => ({ field, reason: reason.trim().slice(0, 200) }));
    return told(await decideCertification(ports, database, { kind: 'reject', submissionNo, reasons }));
  },
};

/** What the provider's staff do with certifications (R4.11, R11.4). */
export const certificationDesk: DeskVerbs = { list, show, approve, reject };
