import { certificationFieldNames } from '@ronghui/domain/certification-form';
import { shanghaiTime } from '@ronghui/domain/csv';
import type { Database } from '#kernel/database/db';
import { type DeskOutcome, type DeskVerb, type DeskVerbs, operatorAuthor } from '#kernel/desk';
import type { Ports } from '#kernel/ports';
import { type AskedDecision, type DecisionResult, decideCertification } from './certification.review.ts';
import { listSubmissions } from './certification-jobs.sql.ts';
import { payTransfer } from './certification-pay.ts';
import { showSubmission } from './certification-show.ts';

type Refused = Extract<DecisionResult, { ok: false }>;

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
  changed: '认证已有变化，请重新查看。',
};

const outcomeOf = (result: DecisionResult): DeskOutcome => {
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
      const name = row.form?.companyName ?? '';
      const status = row.status === 'pending' ? statusNames.pending : statusNames.pendingTransfer;
      return `${row.submission_no}  ${shanghaiTime(row.submitted_at).slice(0, 16)}  ${status}  ${name}  ${row.uscc}`;
    });
    return { ok: true, text: lines.join('\n') };
  },
};

const show: DeskVerb = {
  usage: '<申请号>    查看资料（身份证号与账号为全文，会留下审计记录）',
  async run(ports, database, { words: [submissionNo = ''] }) {
    const text = await database.transact('service', (tx) => showSubmission(tx, ports, operatorAuthor, submissionNo));
    return text === null ? { ok: false, text: refusals.notFound } : { ok: true, text };
  },
};

const decide = (ports: Ports, database: Database, asked: AskedDecision): Promise<DecisionResult> =>
  database.transact('service', (tx) => decideCertification(tx, ports, operatorAuthor, asked));

const approve: DeskVerb = {
  usage: '<申请号>    审核通过',
  async run(ports, database, { words: [submissionNo = ''] }) {
    const result = await decide(ports, database, { kind: 'approve', submissionNo });
    const outcome = outcomeOf(result);
    if (!result.ok || result.status !== 'pendingTransfer') return outcome;
    try {
      await database.transact('service', (tx) => payTransfer(tx, ports, result.tenantId));
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
    return outcomeOf(await decide(ports, database, { kind: 'reject', submissionNo, reasons }));
  },
};

/** What the provider's staff do with certifications (R4.11, R11.4). */
export const certificationDesk: DeskVerbs = { list, show, approve, reject };
