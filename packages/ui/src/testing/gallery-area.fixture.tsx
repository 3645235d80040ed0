import { type JSX, useState } from 'react';
import * as ui from '../index.ts';
import { brand, type PageProps, tabs } from './gallery-shell.fixture.tsx';

const loading = <ui.Skeleton shape="row" count={3} />;
const states: readonly ui.PageStatus<string>[] = [
  { status: 'loading' },
  { status: 'empty' },
  { status: 'failed', message: '网络不稳', traceId: '7f3a' },
  { status: 'forbidden' },
  { status: 'ready', data: '内容' },
];

/** A page behind the login with the widgets of lists and forms. */
export function Area({ pageType }: PageProps): JSX.Element {
  const [billing, setBilling] = useState('a');
  const [isOpen, setOpen] = useState(false);
  const [toasts, setToasts] = useState<readonly ui.Toast[]>([
    { id: '1', tone: 'ok', text: '已提交' },
    { id: '2', tone: 'bad', text: '系统繁忙', traceId: '7f3a' },
  ]);
  return (
    <ui.AreaFrame
      pageType={pageType}
      header={
        <ui.PublicHeader
          pageType={pageType}
          brand={brand}
          title="我的账单"
          backHref="#/"
          actions={<ui.IconButton label="通知" icon={<ui.BellIcon />} />}
        />
      }
      areaName="商户中心"
      title="我的账单"
      groups={[
        {
          title: '商户中心',
          items: [
            { label: '首页', href: '#/1' },
            { label: '我的账单', href: '#/2', current: true, badge: 3 },
          ],
        },
      ]}
      breadcrumb={<ui.Breadcrumb items={[{ label: '商户中心', href: '#/' }, { label: '我的账单' }]} />}
      tabs={pageType === 'H5' ? tabs : undefined}
    >
      <ui.Card title="账单" actions={<ui.Tag tone="warn">待确认</ui.Tag>}>
        <ui.Amount text="¥128,406.50" size="statement" /> <ui.Amount text="-¥630.00" toned />{' '}
        <ui.Amount text={null} fallback="面议" />
        <ui.Tag tone="ok">一致</ui.Tag> <ui.Tag tone="bad">不符</ui.Tag> <ui.Tag tone="info">可试用</ui.Tag>{' '}
        <ui.Tag>其他</ui.Tag>
        <ui.BlobPicture blob={new Blob()} alt="企业标志" />
        <ui.Masked label="手机号" value="138****0001" reveal={async () => '13800000001'} />
        <ui.Countdown until="2026-11-20T00:10:00Z" now={() => Date.parse('2026-11-20T00:00:00Z')} />
        <ui.Button variant="ghost" onClick={() => setOpen(true)}>
          更多
        </ui.Button>
        <ui.Button variant="danger">删除</ui.Button>
        <ui.Button variant="primary" loading>
          提交中
        </ui.Button>
      </ui.Card>
      <ui.DetailHead
        subject="2026-11 · 应收账款保理 · 示例银行"
        tag={<ui.Tag tone="warn">待确认</ui.Tag>}
        word="应付"
        main={<ui.Amount text="¥128,406.50" size="statement" />}
        note="人民币壹拾贰万捌仟肆佰零陆元伍角整"
        parties="示例公司 → 融惠"
      />
      <ui.FormField inline label="主题">
        <ui.Select options={[{ value: 'a', label: '咨询' }]} placeholder="请选择" />
      </ui.FormField>
      <ui.FormField inline label="内容" error="请写下内容">
        <ui.TextArea defaultValue="说明" maxLength={500} />
      </ui.FormField>
      <ui.FormField inline label="回单">
        <ui.FileInput text="选择文件" accept=".pdf" onChoose={() => {}} />
      </ui.FormField>
      <ui.UploadBar label="回单" percent={40} onCancel={() => {}} />
      <ui.JobProgress label="导出" done={3} total={12} text="正在整理：订单" isEnding={false} onCancel={() => {}} />
      <ui.RadioGroup
        label="付费"
        value={billing}
        onValueChange={setBilling}
        options={[
          { value: 'a', label: '预付', hint: '一次付清' },
          { value: 'b', label: '后付' },
        ]}
      />
      <ui.Tabs
        label="内容"
        items={[
          { value: 'a', label: '概览', content: '甲' },
          { value: 'b', label: '明细', content: '乙' },
        ]}
      />
      <ui.Pagination page={6} pageSize={20} total={1284} onPageChange={() => {}} onPageSizeChange={() => {}} />
      {states.map((state) => (
        <ui.PageState
          key={state.status}
          state={state}
          loading={loading}
          empty={<ui.EmptyState kind="search" title="没有找到" text="换一个词" />}
          onRetry={() => {}}
        >
          {(data) => <p>{data}</p>}
        </ui.PageState>
      ))}
      <ui.Toaster
        pageType={pageType}
        onDismiss={(id) => setToasts((before) => before.filter((toast) => toast.id !== id))}
        toasts={toasts}
      />
      <ui.Drawer open={isOpen} onClose={() => setOpen(false)} title="账单详情">
        内容
      </ui.Drawer>
    </ui.AreaFrame>
  );
}
