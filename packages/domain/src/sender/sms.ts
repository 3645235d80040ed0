import { type NoticeKind, noticeKindNames, noticeKinds } from '../notice.ts';

/** Who can send an SMS for us, and one's own platform. */
export const smsProviders = ['aliyun', 'tencent', 'http'] as const;
export type SmsProvider = (typeof smsProviders)[number];

/** The label of each provider. */
export const smsProviderNames: Readonly<Record<SmsProvider, string>> = {
  aliyun: '阿里云',
  tencent: '腾讯云',
  http: '自有平台',
};

/** Whether a text names a provider. */
export const isSmsProvider = (name: string): name is SmsProvider => smsProviders.some((each) => each === name);

/**
 * Why a message was refused: `retry` the provider cannot now, `failOver` it will not for us (balance, sign, template, permission), `wait` the
 * number has reached the provider's own limit, `number` the number takes none.
 *
 * @source running 2.3
 */
export const refusalClasses = ['retry', 'failOver', 'wait', 'number'] as const;
export type RefusalClass = (typeof refusalClasses)[number];

/** The label of each class. */
export const refusalClassNames: Readonly<Record<RefusalClass, string>> = {
  retry: '通道暂时不可用',
  failOver: '通道配置或余额问题',
  wait: '号码达到通道限额',
  number: '号码不可用',
};

/** Whether a text names a class. */
export const isRefusalClass = (name: unknown): name is RefusalClass => refusalClasses.some((each) => each === name);

/** The scenes whose message is a code. */
export const codeScenes = [
  'register',
  'findPwd',
  'login',
  'newDevice',
  'stepUp',
  'updateMobileOld',
  'updateMobileNew',
  'closeAccount',
] as const;

type NoticeScene = `notice.${NoticeKind}`;

/** What an SMS is sent for; a provider has one template for each. */
export type SmsScene = (typeof codeScenes)[number] | 'memberInvite' | NoticeScene;

const noticeScenes = noticeKinds.map((kind): NoticeScene => `notice.${kind}`);

/** All scenes, codes first. */
export const smsScenes: readonly SmsScene[] = [...codeScenes, 'memberInvite', ...noticeScenes];

const otherSceneNames: Readonly<Record<Exclude<SmsScene, NoticeScene>, string>> = {
  register: '注册验证码',
  findPwd: '找回密码验证码',
  login: '登录验证码',
  newDevice: '新设备登录验证码',
  stepUp: '敏感操作验证码',
  updateMobileOld: '更换手机号验证码（原号码）',
  updateMobileNew: '更换手机号验证码（新号码）',
  closeAccount: '注销账号验证码',
  memberInvite: '成员邀请',
};

/** The label of each scene. */
export const smsSceneNames = {
  ...otherSceneNames,
  ...Object.fromEntries(noticeKinds.map((kind) => [`notice.${kind}`, `${noticeKindNames[kind]}通知`])),
} as Readonly<Record<SmsScene, string>>;

/** Whether messages of a scene have a code. */
export const hasCode = (scene: SmsScene): boolean => codeScenes.some((each) => each === scene);

/** The scenes for which a provider has no template; one's own platform has its own texts. @source running 2.2 */
export const scenesWithoutTemplate = (
  provider: SmsProvider,
  templates: Readonly<Partial<Record<string, string>>>,
): readonly SmsScene[] => (provider === 'http' ? [] : smsScenes.filter((scene) => !templates[scene]));

/** Hundredths of a fen in a yuan. */
const inYuan = 10_000;

/** What a message costs, as it is typed in yuan with at most four decimals; null for anything else. @unit hundredths of a fen */
export const hundredthFenOf = (typed: string): number | null => {
  const match = /^(\d{1,2})(?:\.(\d{1,4}))?$/.exec(typed.trim());
  return match === null ? null : Number(match[1]) * inYuan + Number((match[2] ?? '').padEnd(4, '0'));
};

/** The price of a message in yuan, with the decimals that it has: `0.045`. */
export const unitPriceText = (hundredthFen: number): string =>
  `${Math.floor(hundredthFen / inYuan)}.${String(hundredthFen % inYuan).padStart(4, '0')}`.replace(/\.?0{1,4}$/, '');
