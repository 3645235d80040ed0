import type { BehaviorStep } from '@ronghui/domain/behavior';

/** The steps in words. */
export const stepNames: Readonly<Record<BehaviorStep, string>> = {
  visit: '其他页面',
  home: '首页',
  product: '产品详情',
  config: '选择规格',
  order: '提交订单',
};

/** A number with thousands separators. */
export const countText = (value: number): string => value.toLocaleString('en-US');
