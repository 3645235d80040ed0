/** The records of content that staff edit: each is a file of the content folder. */
export const contentRecords = ['site', 'slides', 'categories', 'partners'] as const;
export type ContentRecord = (typeof contentRecords)[number];

/** What each record is called. */
export const contentRecordNames: Readonly<Record<ContentRecord, string>> = {
  site: '站点设置',
  slides: '首页轮播',
  categories: '产品类目',
  partners: '合作伙伴',
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

/** The fields of an item of a list. */
const itemNames: Readonly<Record<string, string>> = {
  id: '标识',
  title: '标题',
  subtitle: '副标题',
  image: '图片',
  imageAlt: '图片说明',
  link: '链接',
  theme: '配色',
  name: '名称',
  summary: '简介',
  logo: '标志',
};

/** What the words of a choice are called. */
const choices: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  docCenter: { on: '开启', off: '关闭' },
  theme: { indigo: '靛蓝', amber: '琥珀', pine: '松绿' },
};

/** The choices of an item's colours. */
export const slideThemes = Object.entries(choices['theme'] ?? {}).map(([value, label]) => ({ value, label }));

/** A value as it is shown to people. */
export const contentValueText = (field: string, value: unknown): string => {
  if (Array.isArray(value)) return value.map(String).join('；');
  const text = typeof value === 'string' ? value : value === undefined || value === null ? '' : JSON.stringify(value);
  return choices[field]?.[text] ?? text;
};

/** A field of an item: 标题. */
export const contentFieldName = (field: string): string => itemNames[field] ?? siteNames[field] ?? field;

/** The name of a place for people: `品牌名称`, `第 2 项的标题`, `第 1 条证照`. */
export const contentPathName = (path: ContentPath): string => {
  const [list, place, field] = path;
  if (typeof place !== 'number')
    return siteNames[path.join('.')] ?? path.map((part) => contentFieldName(String(part))).join('');
  if (list === 'items') return `第 ${place + 1} 项${field === undefined ? '' : `的${contentFieldName(String(field))}`}`;
  return `第 ${place + 1} 条${contentFieldName(String(list))}`;
};
