/** The consent ledger: what each consent is for, how long it holds, and the consequences of withdrawing it (R10.6; 个人信息保护法 14, 15, 23). */
import { addMonths } from './order.ts';

/** The scene in which a consent is asked for. */
export type ConsentScene = 'register' | 'purchase' | 'trial' | 'contact' | 'certification' | 'dataSharing';

export const authorizationStatuses = ['active', 'withdrawn', 'expired'] as const;
export type AuthorizationStatus = (typeof authorizationStatuses)[number];

/** The label of each status. */
export const authorizationStatusNames: Readonly<Record<AuthorizationStatus, string>> = {
  active: '生效中',
  withdrawn: '已撤回',
  expired: '已到期',
};

/** Whether a consent given for one product ends with that product. */
const endsWithProduct: readonly ConsentScene[] = ['purchase', 'dataSharing'];

const purposes: Readonly<Record<ConsentScene, string>> = {
  register: '注册账号并使用本平台',
  purchase: '订立并履行产品订单',
  trial: '申请并安排产品试用',
  contact: '答复您的咨询、建议或投诉',
  certification: '核实企业身份与经办人权限',
  dataSharing: '向合作机构提供办理产品所需的信息，用于核实身份、审批、签约与履约管理',
};

/** The purpose of a consent, as the record states it. */
export const purposeOf = (scene: ConsentScene): string => purposes[scene];

/** Whether the consent ends when the product's last order ends. @source R10.6 */
export const isForProductOnly = (scene: ConsentScene): boolean => endsWithProduct.includes(scene);

/** Months that a consent to share data with an organisation holds; the others hold until they are withdrawn or their product ends. */
const dataSharingMonths = 12;

/** The end of a consent given now; null: it holds until it is withdrawn or its product ends. @source R10.6 */
export const consentUntil = (scene: ConsentScene, now: Date): Date | null =>
  scene === 'dataSharing' ? addMonths(now, dataSharingMonths) : null;

/** Why a consent ended early without being withdrawn: its product ended, or it was given again. */
export const consentEndings = ['productEnded', 'replaced'] as const;
export type ConsentEnding = (typeof consentEndings)[number];

/** The label of each reason. */
export const consentEndingNames: Readonly<Record<ConsentEnding, string>> = {
  productEnded: '产品的最后一个订单已结束',
  replaced: '已重新授权',
};

/** Days before a consent's end on which its end is announced. @source R10.6 */
export const consentWarningDays = 30;

/** The facts that a status depends on. */
export interface ConsentTimes {
  readonly withdrawnAt: Date | null;
  /** When it ended early. */
  readonly endedAt: Date | null;
  /** The end of its term. */
  readonly validTo: Date | null;
}

/** The status of a consent; a withdrawn one stays withdrawn whatever the date. */
export const authorizationStatus = (
  { withdrawnAt, endedAt, validTo }: ConsentTimes,
  now: Date,
): AuthorizationStatus => {
  if (withdrawnAt !== null) return 'withdrawn';
  return endedAt !== null || (validTo !== null && validTo <= now) ? 'expired' : 'active';
};

/** The consent to be withdrawn and what depends on it. */
export interface WithdrawnConsent {
  readonly scene: ConsentScene;
  /** A required condition of its scene. */
  readonly required: boolean;
  readonly productName: string | null;
  readonly orgName: string | null;
}

const requiredFollows = ({ scene, productName, orgName }: WithdrawnConsent): string => {
  const product = productName === null ? '该产品' : `“${productName}”`;
  switch (scene) {
    case 'register':
      return '这是使用本平台所必需的同意。撤回后，除履行已有订单、账单与法定义务外，我们不再依据它处理您的信息；不再使用本平台的，请在“安全设置”注销账号。';
    case 'purchase':
      return `这是办理${product}所必需的同意。撤回后，尚未开通的订单不再继续办理，已经开通的服务由我们与您联系处理。`;
    case 'dataSharing':
      return `撤回后，我们立即停止向${orgName ?? '该机构'}提供信息，并通知其停止处理；${product}尚在办理的申请不再继续。`;
    case 'certification':
      return '这是企业认证所必需的同意。撤回后，审核中的认证不再继续；已经通过的认证，资料只按法定期限保存。';
    case 'trial':
      return `撤回后，${product}的试用不再安排或随即停止。`;
    case 'contact':
      return '撤回后，我们不再就这次留言与您联系。';
  }
};

/**
 * The consequences of withdrawing a consent, shown before it is done.
 *
 * @source R10.6, 个人信息保护法 15, 16
 */
export const followsOnWithdrawal = (consent: WithdrawnConsent): string => {
  const own = consent.required ? requiredFollows(consent) : '这一项由您自由选择，撤回不影响其他功能。';
  return `${own}撤回之前已经进行的处理仍然有效。`;
};
