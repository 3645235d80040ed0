import { lastDayBefore } from '@ronghui/domain/calendar';
import { industryName } from '@ronghui/domain/company/industry';
import { BlobPicture, Card, Facts, PageHead, PageState, Skeleton, Tag, type Tone, useOutcome } from '@ronghui/ui';
import { href } from '@ronghui/web/navigation/hash-location';
import { usePageType } from '@ronghui/web/screen/page-type';
import { queryStatus } from '@ronghui/web/state/query-status';
import { type JSX, useState } from 'react';
import { paths } from '#kernel/paths.ts';
import { useAuth } from '#kernel/start-up.ts';
import css from './basic-info-page.module.css';
import { RecordForm } from './record-form.tsx';
import { tenantNameOf } from './tenant-names.ts';
import { useDivisions } from './tenant-queries.ts';
import { type TenantRecord, useTenantLogo, useTenantRecord } from './tenant-record-queries.ts';

const certificationTags: Readonly<Record<TenantRecord['certificationStatus'], { tone: Tone; label: string }>> = {
  none: { tone: 'neutral', label: '未认证' },
  pending: { tone: 'info', label: '审核中' },
  pendingTransfer: { tone: 'warn', label: '待打款验证' },
  passed: { tone: 'ok', label: '已认证' },
  rejected: { tone: 'bad', label: '认证未通过' },
};

/** The tenant's record: the certified facts, and the fields that the tenant edits. @source R10.7 */
export const BasicInfoPage = (): JSX.Element => {
  const pageType = usePageType();
  const query = useTenantRecord();
  return (
    <>
      <PageHead pageType={pageType} title="基本信息" />
      <PageState
        state={queryStatus('tenant.get', query)}
        loading={<Skeleton shape="card" count={2} />}
        empty={null}
        onRetry={() => void query.refetch()}
      >
        {(record) => (record === null ? null : <Record record={record} />)}
      </PageState>
    </>
  );
};

const Record = ({ record }: { record: TenantRecord }): JSX.Element => {
  // After saving, the form starts again with the saved record.
  const [saved, setSaved] = useState(0);
  const mayWrite = useAuth()['tenant.write'] === true;
  const outcome = useOutcome(saved);
  const { tone, label } = certificationTags[record.certificationStatus];
  return (
    <div ref={outcome} className={css.cards}>
      <Card title="企业" actions={<a href={href(paths.verify())}>企业认证</a>}>
        <Facts
          columns={2}
          items={[
            { label: '企业名称', value: tenantNameOf(record) },
            { label: '认证状态', value: <Tag tone={tone}>{label}</Tag> },
            { label: '统一社会信用代码', value: record.uscc ?? '认证通过后显示' },
          ]}
        />
      </Card>
      <Card title="经营与联系">
        {mayWrite ? (
          <div className={css.form}>
            <RecordForm key={saved} record={record} onSaved={() => setSaved(saved + 1)} />
          </div>
        ) : (
          <ReadOnly record={record} />
        )}
      </Card>
    </div>
  );
};

const approverText = ({ secondApprover, secondApproverUntil: until }: TenantRecord): string => {
  if (!secondApprover) return '关闭';
  return until === undefined ? '开启' : `开启，${lastDayBefore(new Date(until))} 24:00 后关闭`;
};

const ReadOnly = ({ record }: { record: TenantRecord }): JSX.Element => {
  const { provinces, cities } = useDivisions(record.provinceCode ?? '');
  const nameOf = (list: typeof provinces, code: string | null) => list.find((each) => each.code === code)?.name ?? '';
  const place = `${nameOf(provinces, record.provinceCode)}${nameOf(cities, record.cityCode)}${record.address ?? ''}`;
  const logo = useTenantLogo();
  const shown = (text: string | null) => (text === null || text === '' ? '未填写' : text);
  return (
    <Facts
      columns={2}
      items={[
        {
          label: '企业标志',
          value: logo === undefined ? '未设置' : <BlobPicture blob={logo} alt="企业标志" className={css.logo} />,
        },
        { label: '所属行业', value: shown(industryName(record.industry)) },
        { label: '经营地址', value: shown(place) },
        { label: '联系人', value: shown(record.contactName) },
        { label: '联系邮箱', value: shown(record.contactEmail) },
        { label: '账单复核', value: approverText(record) },
      ]}
    />
  );
};
