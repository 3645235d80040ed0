import { type OpeningArea, type OpeningStep, openingAreas, openingBlockers, openingSteps } from '@ronghui/domain/desk';
import { paths } from '#kernel/paths.ts';
import { type AuthKey, type AuthMap } from '#kernel/start-up.ts';

/** A step of the opening: what it is, what is missing without it, and where it is done by whom. */
interface StepWords {
  readonly title: string;
  /** What waits for it. */
  readonly without: string;
  readonly action: string;
  readonly path: () => string;
  readonly key: AuthKey;
}

const content = 'ops.content.write';
const billing = 'ops.billing.write';
const agreement = { action: '写协议', path: () => paths.agreements(), key: content } as const;

/** Every step, for the guide of the first page. */
export const stepWords: Readonly<Record<OpeningStep, StepWords>> = {
  site: {
    title: '填写站点设置',
    without: '没有它，访客看不到贵司的名称、电话与备案号',
    action: '去填写',
    path: () => paths.site(),
    key: content,
  },
  payee: {
    title: '填写收款账户',
    without: '没有它，商户不知道把钱付到哪里',
    action: '去填写',
    path: () => paths.site(),
    key: content,
  },
  registerAgreement: {
    ...agreement,
    title: '发布注册时的协议',
    without: '没有它，商户不能注册；访客看到“注册暂未开放”',
  },
  contactAgreement: {
    ...agreement,
    title: '发布留下联系方式时的协议',
    without: '没有它，访客留下联系方式时没有可同意的说明',
  },
  certificationAgreement: {
    ...agreement,
    title: '发布企业认证时的协议',
    without: '没有它，商户提交认证资料时没有可同意的说明',
  },
  purchaseAgreement: {
    ...agreement,
    title: '发布选购时的协议',
    without: '没有它，产品没有可以引用的协议，下单时不签任何条款',
  },
  trialAgreement: {
    ...agreement,
    title: '发布申请试用时的协议',
    without: '有产品可以试用；没有它，申请时没有可同意的说明',
  },
  category: {
    title: '建一个产品类目',
    without: '没有它，产品无处可放',
    action: '去新建',
    path: () => paths.categories(),
    key: content,
  },
  product: {
    title: '发布第一个产品',
    without: '没有它，商户没有可选购的',
    action: '写产品',
    path: () => paths.products(),
    key: content,
  },
  colleague: {
    title: '添加一位同事',
    without: '不挡开业；需要复核的事要两个人',
    action: '去添加',
    path: () => paths.staff(),
    key: 'ops.staff.write',
  },
  project: {
    title: '建项目与机构',
    without: '没有它们，明细归不到账单',
    action: '去新建',
    path: () => paths.projects(),
    key: billing,
  },
  stage: {
    title: '建第一个账期',
    without: '没有它，不能导入明细，也不能出账',
    action: '去新建',
    path: () => paths.stages(),
    key: billing,
  },
  feeRule: {
    title: '写第一条计费规则',
    without: '没有它，出账时算不出费用',
    action: '写规则',
    path: () => paths.feeRules(),
    key: billing,
  },
};

/** What people outside can do. */
export const areaWords: Readonly<Record<OpeningArea, string>> = {
  read: '看首页、文档',
  contact: '联系我们',
  register: '注册、登录',
  purchase: '选购',
  pay: '付款',
  bill: '出账',
};

/** What a missing step is called where something is shut for it. */
const shortNames: Readonly<Partial<Record<OpeningStep, string>>> = {
  site: '站点设置',
  payee: '收款账户',
  registerAgreement: '协议',
  category: '类目',
  product: '产品',
  project: '项目与机构',
  stage: '账期',
  feeRule: '计费规则',
};

/** The steps of the reply, as the guide shows them. */
export interface Opening {
  /** What shuts something first, then by the order of work. */
  readonly missing: readonly OpeningStep[];
  readonly done: readonly OpeningStep[];
  /** How many of the missing shut something for everybody. */
  readonly blockers: number;
}

/** Sorts the steps of a reply. */
export const openingOf = (steps: readonly { readonly step: OpeningStep; readonly isDone: boolean }[]): Opening => {
  const isDone = new Set(steps.flatMap(({ step, isDone: yes }) => (yes ? [step] : [])));
  const open = openingSteps.filter((step) => !isDone.has(step));
  const blocking = open.filter((step) => openingBlockers.has(step));
  return {
    missing: [...blocking, ...open.filter((step) => !openingBlockers.has(step))],
    done: openingSteps.filter((step) => isDone.has(step)),
    blockers: blocking.length,
  };
};

/** What an area still wants, in words; empty where it is open. */
export const wantedBy = (area: OpeningArea, { missing }: Opening): string =>
  openingAreas[area].flatMap((step) => (missing.includes(step) ? [shortNames[step] ?? ''] : [])).join('、');

/** Whether a member may do a step. */
export const mayDo = (step: OpeningStep, held: Partial<AuthMap>): boolean => held[stepWords[step].key] === true;
