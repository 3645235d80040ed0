/** Questions about what is the merchant's own: they are answered with the record itself, and not with a document. @source service 4.1 */

/** What a merchant asks for of their own. */
export const ownMatters = ['bill', 'order', 'invoice'] as const;

/** One of these. */
export type OwnMatter = (typeof ownMatters)[number];

export const ownMatterNames: Readonly<Record<OwnMatter, string>> = { bill: '账单', order: '订单', invoice: '发票' };

const nouns: readonly (readonly [OwnMatter, RegExp])[] = [
  ['bill', /(?:^|[^对])[账帐]单|欠款|该付多少|要付多少/u],
  ['order', /订单/u],
  ['invoice', /发票|开票/u],
];

/** How something is done, what it means or that it is wrong: a document explains it, or a person does. */
const explained =
  /怎么|怎样|如何|为什么|为何|哪里|在哪|区别|什么是|是什么|什么意思|能不能|可以|能否|能.{0,4}吗|不对|错|有误|少了|多付|多收|失败|取消|作废|批量|审批|下载|导出|上传|哪些|查验|多久|我(?:们)?要(?:开|退|申请|取消|改)/u;

/** That it is the customer's own, or a fact that each record has. */
const ofOwn =
  /我的|我们的|我司|本公司|我(?:还|有|欠|要|该)|(?:最近|上个?月|本月|这个月|这张|那张|上次).{0,4}(?:账单|帐单|订单|发票)|到期|(?:什么时候|何时|哪天|几号|多久).{0,8}(?:付|还|开|寄|审|好|到)|多少钱|该付|要付|欠款|状态|进度|到哪(?:一步|了)|查(?:一下|询|看)?/u;

/** What of their own a merchant asks for; null where the question is another one. */
export const ownMatterOf = (text: string): OwnMatter | null => {
  const question = text.normalize('NFKC').slice(0, 200);
  if (explained.test(question) || !ofOwn.test(question)) return null;
  return nouns.find(([, pattern]) => pattern.test(question))?.[0] ?? null;
};
