import { Facts } from '@ronghui/ui';
import type { JSX } from 'react';
import type { Title } from './invoice-queries.ts';

/** A title; of the account only its end. @source R10.12 */
export const TitleFacts = ({ title }: { title: Title }): JSX.Element => (
  <Facts
    columns={2}
    items={[
      { label: '抬头名称', value: title.name },
      { label: '纳税人识别号', value: title.taxNo },
      { label: '注册地址', value: title.address },
      { label: '注册电话', value: title.phone },
      { label: '开户银行', value: title.bankName },
      { label: '银行账号', value: title.bankAccountNoMasked },
    ]}
  />
);
