/** What people write around what they ask for. @source R1.1 */

/** Words that say that something is asked, and nothing about what: they are left out wherever they stand. */
export const questionWords: readonly string[] = [
  '什么 怎么办理 怎么办 怎么样 怎么 怎样 咋办 咋样 咋 如何 什么样 什么时候 什么地方 什么 啥时候 啥 为什么',
  '为何 为啥 哪里 哪儿 哪些 哪个 哪种 在哪 多久 多长时间 多少 几天 几个 几次 几位 几点 几种 多大 请问',
  '想问 问一下 一下 麻烦 您好 你好 谢谢 请教 帮我 告诉我 我想 我要 想要 想知道 能不能 可不可以 可以 能否',
  '可否 是否 是不是 有没有 要不要 会不会 需不需要 需要 应该 能够 我们 你们 您们 咱们 他们 自己 这个 那个',
  '这些 那些 的话 如果 怎 有什么',
].flatMap((line) => line.split(' '));

/** Signs and short words that are left out where they stand alone, between other words. */
export const particles: ReadonlySet<string> = new Set(
  [
    '的 地 得 了 着 过 吗 呢 吧 啊 呀 嘛 么 哦 哪 谁 几 和 与 及 或 在 从 把 被 给 让 向 对 是',
    '有 会 能 要 想 请 问 我 你 您 他 她 它 这 那 个 就 都 也 还 再 又 很 太 才 到 去 来 上 下',
    '里 中 时 后 前 为 以 办 弄 搞 做 用 一 之 其 并 而 但 若 只 说 看 点 老 总 总是 一直 已经',
    '还是 但是 不 没 没有 不能 不了 不上 无法 好 钱 次 位 the a an of to is are do i',
    'my how what when where why can in on for and or',
  ].flatMap((line) => line.split(' ')),
);

/** Words about the kind of answer: a document that has them comes first, one without them is an answer too. */
export const softWords: readonly (readonly string[])[] = [
  ['是什么意思', '什么意思', '啥意思', '什么叫', '什么是', '是什么', '含义', '定义', '名词', '解释', '术语'],
  ['流程', '步骤', '教程', '指南', '一步一步', '跟着做'],
  ['方法', '方式', '办法', '途径'],
  ['规则', '规定', '要求', '标准', '限制'],
  ['原因', '问题', '情况', '疑问'],
  ['操作', '办理', '处理', '进行', '使用', '设置'],
  ['说明', '介绍', '详情', '内容', '信息'],
  ['时间', '期限', '时限', '期间', '有效期'],
  ['区别', '不同', '对比', '差别'],
  ['看懂', '读懂', '看明白', '弄懂', '搞懂', '理解'],
  ['入口', '地址', '位置', '页面', '网址'],
];
