import type { FilterField, FilterValues } from '@ronghui/ui';

/** A filter in words, from the fields of its page: 状态：待付款. Without a condition it is everything. */
export const filterWords = (fields: readonly FilterField[], values: FilterValues): string => {
  const words = fields.flatMap((field) => {
    const value = values[field.name] ?? '';
    if (field.kind === 'dates') {
      const end = values[field.to] ?? '';
      if (value === '' && end === '') return [];
      if (end === '') return [`${field.label}：${value} 起`];
      return [`${field.label}：${value === '' ? `${end} 止` : `${value} 至 ${end}`}`];
    }
    if (value === '') return [];
    const name = field.kind === 'text' ? value : (field.options.find((one) => one.value === value)?.label ?? value);
    return [`${field.label}：${name}`];
  });
  return words.length === 0 ? '全部' : words.join('；');
};
