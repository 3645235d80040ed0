import { type Fen, rmbText } from '../money.ts';

/** The kinds of records that have a key: there are many of each, and each is a file of the content folder. */
export const keyedRecords = ['product', 'agreement', 'page', 'docSection', 'doc'] as const;
export type KeyedRecord = (typeof keyedRecords)[number];

/** The records of content that staff edit: each is a file of the content folder. */
export const contentRecords = ['site', 'slides', 'categories', 'partners', ...keyedRecords] as const;
export type ContentRecord = (typeof contentRecords)[number];

/** Which record is meant: its kind, and its key where the kind has keys; empty where it has none. */
export interface RecordName<Kind extends ContentRecord = ContentRecord> {
  readonly record: Kind;
  readonly key: string;
}

/** The name of the record that a body belongs to. */
export const nameOfBody = <Kind extends ContentRecord>(body: {
  readonly record: Kind;
  readonly key?: string;
}): RecordName<Kind> => ({ record: body.record, key: body.key ?? '' });

/** A record in one word, as the trail and addresses have it: `site`, `product:e-invoice`. */
export const recordWord = ({ record, key }: RecordName): string => (key === '' ? record : `${record}:${key}`);

/** What each record is called. */
export const contentRecordNames: Readonly<Record<ContentRecord, string>> = {
  site: '站点设置',
  slides: '首页轮播',
  categories: '产品类目',
  partners: '合作伙伴',
  product: '产品',
  agreement: '协议',
  page: '页面',
  docSection: '文档目录',
  doc: '文档',
};

/** A place in a record, such as `['items', 0, 'title']`. */
export type ContentPath = readonly (string | number)[];

/** The fields of the site, by their dotted paths. */
const siteNames: Readonly<Record<string, string>> = {
  'brand.name': '品牌名称',
  'brand.logo': '品牌标志',
  'brand.favicon': '网页图标',
  'brand.primary': '品牌色',
  'contacts.phone': '客服电话',
  'contacts.email': '客服邮箱',
  'contacts.address': '联系地址',
  'contacts.hours': '服务时间',
  icp: 'ICP 备案号',
  policeRecord: '公安联网备案号',
  licences: '证照',
  docCenter: '文档中心',
  'payee.name': '收款户名',
  'payee.bank': '开户行',
  'payee.accountNo': '收款账号',
};

/** Other fields, by their names wherever they stand. */
const fieldNames: Readonly<Record<string, string>> = {
  id: '标识',
  key: '标识',
  title: '标题',
  subtitle: '副标题',
  image: '图片',
  imageAlt: '图片说明',
  link: '链接',
  theme: '配色',
  name: '名称',
  summary: '简介',
  logo: '标志',
  tagline: '一句话介绍',
  category: '类目',
  order: '显示顺序',
  cover: '封面',
  coverAlt: '封面说明',
  hasTrial: '可以试用',
  recommended: '首页推荐次序',
  annualRate: '年化利率',
  orgName: '机构名称',
  price: '单价',
  unit: '计价单位',
  billing: '付费方式',
  minQuantity: '起订数量',
  maxQuantity: '最大数量',
  label: '名称',
  value: '取值',
  priceDelta: '加价',
  percent: '折扣百分比',
  termMonths: '期限',
  taxPercent: '税率',
  text: '文字',
  template: '模板',
  icon: '图标',
  audio: '音频',
  transcript: '文字稿',
  version: '版本号',
  scene: '场景',
  required: '是否必须',
  effectiveOn: '生效日期',
  section: '所属目录',
  parent: '上级目录',
  updatedOn: '更新日期',
  markdown: '正文',
};

/** What one entry of a list is called, with its measure word. */
const entryNames: Readonly<Record<string, string>> = {
  items: '项',
  licences: '条证照',
  tags: '个标签',
  blocks: '个模块',
  skus: '个规格',
  options: '个选项',
  values: '个取值',
  tiers: '档阶梯价',
  termDiscounts: '项期限折扣',
  usageRules: '条收费说明',
  termMonths: '个期限',
  agreements: '份协议',
  docs: '篇文档',
  related: '个相关产品',
};

/** What a whole list is called. */
const listNames: Readonly<Record<string, string>> = {
  items: '内容',
  tags: '标签',
  blocks: '内容模块',
  skus: '规格',
  options: '选项',
  values: '取值',
  tiers: '阶梯价',
  termDiscounts: '期限折扣',
  usageRules: '收费说明',
  agreements: '协议',
  docs: '文档',
  related: '相关产品',
};

/** What the values of a field that offers options are called. */
const valueNames: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  docCenter: { on: '开启', off: '关闭' },
  theme: { indigo: '靛蓝', amber: '琥珀', pine: '松绿' },
  hasTrial: { true: '是', false: '否' },
  scene: {
    register: '注册',
    purchase: '购买',
    trial: '试用',
    contact: '联系',
    certification: '企业认证',
    dataSharing: '向机构提供信息',
  },
  required: { true: '必须同意', false: '可以不同意' },
  billing: { prepaid: '预付', postpaid: '按用量后付' },
  template: {
    template_upDown: '上图下文',
    template_leftText: '左文右图',
    template_rightText: '左图右文',
    template_swiper: '轮播图',
    template_card: '卡片组',
    template_audio: '音频',
  },
};

/** The options of a field, for its form. */
export const contentOptions = (field: string): { readonly value: string; readonly label: string }[] =>
  Object.entries(valueNames[field] ?? {}).map(([value, label]) => ({ value, label }));

/** The colours of an item. */
export const slideThemes = contentOptions('theme');

/** The fields that are amounts in fen. */
const amounts: readonly string[] = ['price', 'priceDelta'];

/** A value as it is shown to people. */
export const contentValueText = (field: string, value: unknown): string => {
  if (amounts.includes(field) && value !== undefined) {
    return typeof value === 'number' ? rmbText(value as Fen) : '面议';
  }
  if (Array.isArray(value)) return value.map(String).join('；');
  const text = typeof value === 'string' ? value : value === undefined || value === null ? '' : JSON.stringify(value);
  return valueNames[field]?.[text] ?? text;
};

/** A field of the site by its path: 品牌名称; undefined where it is none. */
export const siteFieldName = (path: readonly string[]): string | undefined => siteNames[path.join('.')];

/** A field of an item: 标题. */
export const contentFieldName = (field: string): string =>
  listNames[field] ?? fieldNames[field] ?? siteNames[field] ?? field;

/** One entry of a list by its place: 第 2 个规格. */
export const contentEntryName = (list: string, place: number): string =>
  `第 ${place + 1} ${entryNames[list] ?? `条${contentFieldName(list)}`}`;

/** The name of a place for people: `品牌名称`, `第 2 项的标题`, `第 1 个规格的第 2 档阶梯价的单价`. */
export const contentPathName = (path: ContentPath): string => {
  const whole = siteNames[path.join('.')];
  if (whole !== undefined) return whole;
  const parts: string[] = [];
  for (let at = 0; at < path.length; at += 1) {
    const [part, place] = [path[at], path[at + 1]];
    if (typeof place === 'number') {
      parts.push(contentEntryName(String(part), place));
      at += 1;
    } else {
      parts.push(contentFieldName(String(part)));
    }
  }
  return parts.join('的');
};
