import { FormField, Select, TextInput } from '@ronghui/ui';
import { type JSX, useState } from 'react';
import { useRecordOptions } from '../content-queries.ts';

interface LinkFieldProps {
  readonly label?: string;
  readonly required?: boolean;
  /** A page of the portal (`#/…`), an https address, or empty. */
  readonly value: string;
  readonly onValueChange: (link: string) => void;
  readonly error: string | undefined;
}

interface Choice {
  readonly value: string;
  readonly label: string;
}

/** Pages of the portal that every provider has. */
const sitePages: readonly Choice[] = [
  { value: '#/portal/home', label: '首页' },
  { value: '#/portal/products', label: '全部产品' },
  { value: '#/portal/docs', label: '文档中心' },
  { value: '#/portal/partners', label: '合作伙伴' },
  { value: '#/portal/about', label: '关于我们' },
  { value: '#/portal/feedBack?topic=consult', label: '留言咨询' },
  { value: '#/portal/feedBack?topic=cooperate', label: '商务合作' },
  { value: '#/portal/register', label: '注册' },
];

/** Stands for an address of another site, which is typed. */
const elsewhere = 'elsewhere';

const linkTo = (folder: string, key: string): string => `#/portal/${folder}/${encodeURIComponent(key)}`;

/** What can be chosen; a page that is none of them, as of an imported file, stays one. */
const useChoices = (value: string): readonly Choice[] => {
  const products = useRecordOptions('product').map(({ key, title }) => ({
    value: linkTo('productsDetail', key),
    label: `产品：${title || key}`,
  }));
  const docs = useRecordOptions('doc').map(({ key, title }) => ({
    value: linkTo('docs', key),
    label: `文档：${title || key}`,
  }));
  const choices = [...sitePages, ...products, ...docs];
  const isOther = value.startsWith('#') && !choices.some((choice) => choice.value === value);
  return isOther ? [...choices, { value, label: `本站页面 ${value}` }] : choices;
};

/** Where something leads to: a page of the portal by choosing, or the typed address of another site. @source R11.3 */
export const LinkField = ({
  label = '链接',
  required = false,
  value,
  onValueChange,
  error,
}: LinkFieldProps): JSX.Element => {
  const choices = useChoices(value);
  const [isTyping, setTyping] = useState(false);
  const isElsewhere = isTyping || (value !== '' && !value.startsWith('#'));
  const choose = (next: string): void => {
    setTyping(next === elsewhere);
    onValueChange(next === elsewhere ? '' : next);
  };
  return (
    <>
      <FormField label={label} required={required} error={isElsewhere ? undefined : error}>
        <Select
          value={isElsewhere ? elsewhere : value}
          placeholder={required ? '请选择' : '不链接'}
          options={[...choices, { value: elsewhere, label: '其他网站的地址…' }]}
          onValueChange={choose}
        />
      </FormField>
      {isElsewhere ? (
        <FormField label="网址" hint="以 https:// 开头" required={required} error={error}>
          <TextInput value={value} onValueChange={onValueChange} maxLength={300} placeholder="https://" />
        </FormField>
      ) : null}
    </>
  );
};
