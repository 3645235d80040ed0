import type { Tone } from '@ronghui/ui';
import type { Summary } from './home-queries.ts';

/** The orders under way, by status. @source R4.8 */
export const orderFigures = [
  { status: 'pendingReview', label: '待审核' },
  { status: 'pendingPayment', label: '待付款' },
  { status: 'pendingActivation', label: '待开通' },
  { status: 'active', label: '已开通' },
] as const;

/** The tag of a certification's status. @source R4.11 */
export const certificationTags: Readonly<
  Record<Summary['certification']['status'], { readonly tone: Tone; readonly label: string }>
> = {
  none: { tone: 'neutral', label: '未认证' },
  pending: { tone: 'info', label: '审核中' },
  pendingTransfer: { tone: 'warn', label: '待打款验证' },
  passed: { tone: 'ok', label: '已认证' },
  rejected: { tone: 'bad', label: '认证未通过' },
};

/** The tag of a change of a certification in force. @source R4.11 */
export const changeTags: Readonly<
  Partial<Record<Summary['certification']['status'], { readonly tone: Tone; readonly label: string }>>
> = {
  pending: { tone: 'info', label: '变更审核中' },
  pendingTransfer: { tone: 'warn', label: '变更待打款验证' },
  rejected: { tone: 'bad', label: '变更未通过' },
};
