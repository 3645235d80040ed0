import { shanghaiTime } from '@ronghui/domain/csv';
import { leaveNotice } from '#features/notice/notice.steps';
import type { Tx } from '#kernel/database/db';
import { certifiers, type Move } from './certification.sql.ts';
import type { EndingDocument } from './certification-jobs.sql.ts';

/** A notice to the tenant. */
interface NoticeText {
  readonly title: string;
  readonly text: string;
}

/** The notice about a step of staff or of time; null for the merchant's own steps. @source R4.11, R10.11 */
export const noticeOfMove = ({ event, to }: Pick<Move, 'event' | 'to'>): NoticeText | null => {
  // The transfer has a notice of its own, once it is sent.
  if (to === 'pendingTransfer') return null;
  if (event === 'approve') return { title: '企业认证已通过', text: '企业认证已通过，账单、对账与导出已为您打开。' };
  if (event === 'reject') {
    return {
      title: '企业认证未通过',
      text: '企业认证有几项需要更正，请在“企业认证”里查看每一项的原因，修改后重新提交。',
    };
  }
  if (event === 'transferOverdue') {
    return { title: '打款验证已过期', text: '打款验证没有在期限内完成，请核对对公账户后重新提交企业认证。' };
  }
  return null;
};

/** The notice about a transfer that was sent. @source R4.11 */
export const noticeOfTransfer = (by: Date): NoticeText => ({
  title: '请完成打款验证',
  text: `企业认证资料已通过审核，我们已向贵司对公账户转了一笔不足一元的款，请在 ${shanghaiTime(by).slice(0, 16)} 前在“企业认证”里填写到账金额。`,
});

/** The notice that a licence or an identity card expires soon. @source R4.11 */
export const noticeOfEnd = ({ document, ends_on }: EndingDocument): NoticeText => {
  const what = document === 'licence' ? '营业执照' : '法定代表人身份证';
  return {
    title: `${what}即将到期`,
    text: `认证所用的${what}有效期至 ${ends_on}。换领新证之后，请在“企业认证”里提交变更，以免影响使用。`,
  };
};

/** Leaves a notice for the members who may certify, in the caller's transaction; they choose whether it also goes out by SMS and mail (R10.11). */
export const notifyCertifiers = (tx: Tx, tenantId: string, { title, text }: NoticeText): void =>
  leaveNotice(tx, { tenantId, roles: certifiers }, { kind: 'certification', title, text, place: 'certification' });
