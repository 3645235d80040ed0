import { DateTime, type ListColumns, RowCard, Tag } from '@ronghui/ui';
import { href } from '@ronghui/web/navigation/hash-location';
import type { JSX } from 'react';
import { statusNames, statusTones } from '#features/certification/certification.shared.ts';
import { paths } from '#kernel/paths.ts';
import type { Tenant } from './tenant-queries.ts';

/** The state of a merchant's certification, in words and colour. */
export const CertificationTag = ({ certificationStatus }: Pick<Tenant, 'certificationStatus'>): JSX.Element => (
  <Tag tone={statusTones[certificationStatus]}>{statusNames[certificationStatus]}</Tag>
);

/** A merchant's name, or that it has none yet. */
export const nameOf = ({ name }: Pick<Tenant, 'name'>): string => name || '未命名商户';

const ownerText = ({ ownerName, ownerMobileMasked }: Tenant): string =>
  `${ownerName} ${ownerMobileMasked}`.trim() || '—';

/** The table's columns. */
export const tenantColumns: ListColumns<Tenant> = {
  name: {
    title: '商户',
    cell: (tenant) => <a href={href(paths.tenant(tenant.tenantId))}>{nameOf(tenant)}</a>,
    share: 2,
    fixed: true,
  },
  certificationStatus: { title: '认证', cell: (tenant) => <CertificationTag {...tenant} />, share: 0.8, fixed: true },
  uscc: { title: '统一社会信用代码', cell: ({ uscc }) => uscc ?? '—', share: 1.8, oneLine: true },
  ownerName: { title: '主账号', cell: ownerText, share: 1.4 },
  memberCount: { title: '成员', cell: ({ memberCount }) => memberCount, align: 'right', share: 0.5 },
  createdAt: { title: '注册时间', cell: ({ createdAt }) => <DateTime value={createdAt} />, share: 1.5 },
  ownerMobileMasked: 'elsewhere',
  tenantId: 'notShown',
};

/** The card of a narrow screen. */
export const TenantCard = ({ tenant }: { tenant: Tenant }): JSX.Element => (
  <RowCard
    title={<a href={href(paths.tenant(tenant.tenantId))}>{nameOf(tenant)}</a>}
    tag={<CertificationTag {...tenant} />}
    facts={[
      { label: '信用代码', value: tenant.uscc ?? '—' },
      { label: '主账号', value: ownerText(tenant) },
    ]}
  />
);
