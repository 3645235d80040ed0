import { certificationStatuses } from '@ronghui/domain/certification';
import { Button, type FilterField, ListPage } from '@ronghui/ui';
import { type JSX, useState } from 'react';
import { statusNames } from '#features/certification/certification.shared.ts';
import { FindUserDialog } from '../find-user-dialog.tsx';
import { type Tenant, useTenantList } from './tenant-queries.ts';
import { TenantCard, tenantColumns } from './tenant-rows.tsx';

const keyOf = ({ tenantId }: Tenant): string => tenantId;
const card = (tenant: Tenant): JSX.Element => <TenantCard tenant={tenant} />;
const fields: readonly FilterField[] = [
  {
    kind: 'chips',
    name: 'certification',
    label: '认证',
    options: certificationStatuses.map((value) => ({ value, label: statusNames[value] })),
  },
  {
    kind: 'text',
    name: 'keyword',
    label: '名称或信用代码',
    placeholder: '名称的一部分，或信用代码的开头',
    maxLength: 60,
  },
  { kind: 'dates', name: 'from', to: 'to', label: '注册日期' },
];

/** The merchants. @source R11.4 */
export const TenantListPage = (): JSX.Element => {
  const list = useTenantList();
  const [isFinding, setFinding] = useState(false);
  return (
    <>
      <ListPage
        title="商户"
        actions={
          <Button size="small" onClick={() => setFinding(true)}>
            按手机号查找
          </Button>
        }
        list={list}
        name="customer-tenant"
        label="商户"
        unit="家商户"
        keyOf={keyOf}
        columns={tenantColumns}
        card={card}
        fields={fields}
        empty={{ title: '还没有商户', text: '有人在门户注册之后，会列在这里。' }}
      />
      {isFinding ? <FindUserDialog onClose={() => setFinding(false)} /> : null}
    </>
  );
};
