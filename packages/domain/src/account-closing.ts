/** Days within which the owner can revoke the closing. @source R10.9 */
export const closingGraceDays = 15;

/** Facts that can prevent closing an account. */
export interface Obstacles {
  readonly openOrders: number;
  readonly unsettledBills: number;
  readonly heldTenants: number;
}

/** A condition of closing an account, whether it is met, and how to meet it. */
export interface ClosingCondition {
  readonly key: 'orders' | 'bills' | 'ownership';
  readonly met: boolean;
  readonly title: string;
  readonly text: string;
}

/** The conditions of closing an account; screens show them and the server decides by them. @source R10.9 */
export const closingConditions = ({ openOrders, unsettledBills, heldTenants }: Obstacles): ClosingCondition[] => [
  {
    key: 'orders',
    met: openOrders === 0,
    title: '没有办理中或服务中的订单',
    text:
      openOrders === 0
        ? '没有这样的订单。'
        : `还有 ${openOrders} 笔，请先取消、等待办结或到期；没有期限的，请联系我们终止。`,
  },
  {
    key: 'bills',
    met: unsettledBills === 0,
    title: '没有未结清的账单',
    text: unsettledBills === 0 ? '没有这样的账单。' : `还有 ${unsettledBills} 笔，请先结清。`,
  },
  {
    key: 'ownership',
    met: heldTenants === 0,
    title: '主账号已移交',
    text:
      heldTenants === 0
        ? '没有还有其他成员的商户由您担任主账号。'
        : `您是 ${heldTenants} 个还有其他成员的商户的主账号，请先移交。`,
  },
];

/** Whether an account may be closed now. */
export const canClose = (conditions: readonly ClosingCondition[]): boolean => conditions.every(({ met }) => met);
