/** What a column of states says of a payment that was not made. */
const failed =
  /失败|已?关闭|撤销|取消|作废|未支付|未付款|待支付|待付款|等待付款|退回|拒绝|未成功|不成功|未完成|fail|closed|cancel|void|expired|declined|denied|unpaid|not paid|pending|unsuccess|^(?:否|no|false)$/iu;

/** Whether the state of a refund says that it was given back: neither one that failed nor one that is under way. */
export const saysRefunded = (text: string): boolean =>
  /^(?:success|(?:退款)?成功|已?(?:全额)?退款(?:成功)?)$/iu.test(text);

/** Whether a state says that a payment was not made, unless it says that its refund was. */
export const saysFailure = (text: string): boolean => failed.test(text) && !/退款成功|(?<![未不])成功/u.test(text);
