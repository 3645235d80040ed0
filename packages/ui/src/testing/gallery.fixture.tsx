import { type JSX, useState } from 'react';
import * as ui from '../index.ts';
import { blocks, loan, skus, welfare } from './samples.fixture.ts';

type PageProps = { pageType: ui.PageType };

const brand = { name: '融惠' };
const menu = (
  <ui.MegaMenu
    groups={[{ title: '供应链金融', text: '先试用', items: [{ label: '保理', text: '线上确权', href: '#/p1' }] }]}
    foot={<ui.MoreLink href="#/all">全部产品</ui.MoreLink>}
  />
);
const tabs = (
  <ui.BottomTabs
    items={[
      { label: '首页', href: '#/', icon: <ui.HomeIcon />, current: true },
      { label: '我的', href: '#/m', icon: <ui.UserIcon />, badge: 3 },
    ]}
  />
);

function Shell({ pageType, children }: PageProps & { children: JSX.Element }): JSX.Element {
  const actions = (
    <ui.Menu
      label="王**"
      heading="华信贸易"
      items={[
        { label: '商户中心', href: '#/m' },
        { label: '退出', onSelect: () => {} },
      ]}
    />
  );
  return (
    <ui.PublicFrame
      pageType={pageType}
      header={
        <ui.PublicHeader
          pageType={pageType}
          brand={brand}
          nav={[
            { label: '产品', href: '#/p', menu },
            { label: '关于我们', href: '#/a', current: true },
          ]}
          search={<ui.SearchBox label="搜索文档" onSearch={() => {}} />}
          actions={actions}
        />
      }
      footer={
        <ui.PublicFooter
          brand={brand}
          contacts={[{ label: '电话', value: '400' }]}
          columns={[{ title: '政策', links: [{ label: '隐私政策', href: '#/x' }] }]}
          icp="粤ICP备1号"
          policeRecord="粤公网安备44030002000001号"
          licences={['保理许可']}
          copyright="© 2026"
        />
      }
      tabs={pageType === 'H5' ? tabs : undefined}
    >
      {children}
    </ui.PublicFrame>
  );
}

function Home({ pageType }: PageProps): JSX.Element {
  const slides = [
    { id: '1', title: '每一笔账，\n都说得清', subtitle: '一处开通', imageUrl: '/s.svg', link: '#/p' },
    { id: '2', title: '福利', subtitle: '一张卡', imageUrl: '/t.svg', link: null },
  ];
  return (
    <Shell pageType={pageType}>
      <>
        <ui.HeroSlides slides={slides} extra={<ui.Button href="#/trial">申请试用</ui.Button>} />
        <ui.Section title="产品" sub="先试用" actions={<ui.MoreLink href="#/all">全部产品</ui.MoreLink>}>
          <ui.ProductGrid products={[loan, welfare]} hrefOf={(product) => `#/${product.pid}`} />
        </ui.Section>
        <ui.Section alt title="三步开通">
          <ui.StepCards
            steps={[
              { title: '注册', text: '手机号' },
              { title: '选择', text: '规格' },
            ]}
          />
        </ui.Section>
        <ui.Section title="更多">
          <ui.Blocks blocks={blocks} level={3} />
        </ui.Section>
      </>
    </Shell>
  );
}

function Product({ pageType }: PageProps): JSX.Element {
  const [drawer, setDrawer] = useState(false);
  const [dialog, setDialog] = useState(false);
  const [option, setOption] = useState('a');
  const [count, setCount] = useState(10);
  return (
    <Shell pageType={pageType}>
      <ui.Section level={1} title="弹性福利" tight>
        <ui.Breadcrumb items={[{ label: '首页', href: '#/' }, { label: '弹性福利' }]} />
        <ui.Stepper label="步骤" steps={['配置', '确认', '完成']} current={1} />
        <ui.SkuTable skus={skus} actionOf={(sku) => <ui.Button href={`#/${sku.skuId}`}>购买{sku.name}</ui.Button>} />
        <ui.Card title="配置">
          <ui.SegmentedOptions
            label="规格"
            value={option}
            onValueChange={setOption}
            options={[
              { value: 'a', label: '标准版' },
              { value: 'b', label: '专业版', hint: '50 人起' },
              { value: 'c', label: '集团版', disabled: true },
            ]}
          />
          <ui.FormField label="人数">
            <ui.QuantityStepper value={count} onValueChange={setCount} />
          </ui.FormField>
          <ui.PriceLines
            items={[
              { label: '标准版', amount: 144000 },
              { label: '优惠', amount: -4400 },
            ]}
            totalAmount={139600}
            note="不含税"
          />
        </ui.Card>
        <ui.Button onClick={() => setDialog(true)}>删除</ui.Button>
        <ui.Button onClick={() => setDrawer(true)}>看协议</ui.Button>
        <ui.Dialog
          open={dialog}
          onClose={() => setDialog(false)}
          title="确认删除？"
          actions={<ui.Button variant="danger">确认</ui.Button>}
        >
          不可恢复。
        </ui.Dialog>
        <ui.Drawer open={drawer} onClose={() => setDrawer(false)} title="服务协议">
          {Array.from({ length: 60 }, (_, place) => (
            <p key={place}>第 {place + 1} 条</p>
          ))}
        </ui.Drawer>
      </ui.Section>
    </Shell>
  );
}

function Auth({ pageType }: PageProps): JSX.Element {
  const [code, setCode] = useState('123');
  return (
    <Shell pageType={pageType}>
      <ui.AuthCard title="注册" sub="三分钟完成" footer={<a href="#/login">去登录</a>} aside={<p>融惠</p>}>
        <ui.FormStack>
          <ui.FormField label="手机号" required error="请输入 11 位手机号">
            <ui.TextInput inputMode="numeric" prefix="+86" />
          </ui.FormField>
          <ui.FormField label="短信验证码" hint="60 秒内到达">
            <ui.CodeInput value={code} onValueChange={setCode} />
          </ui.FormField>
          <ui.FormField label="密码" aside={<a href="#/f">忘记密码</a>}>
            <ui.PasswordInput autoComplete="new-password" strength={{ level: 1, text: '太弱' }} />
          </ui.FormField>
          <ui.Checkbox error="请先同意">
            同意 <a href="#/t">《用户协议》</a>
          </ui.Checkbox>
          <ui.Button type="submit" variant="primary" block>
            注册
          </ui.Button>
        </ui.FormStack>
      </ui.AuthCard>
    </Shell>
  );
}

const outline = [{ id: 'doc-1', level: 2, text: '准备' }];

function Docs({ pageType }: PageProps): JSX.Element {
  const [html, setHtml] = useState(
    '<p>导言</p><h2>准备</h2><pre><code>npm start\n</code></pre><table><tbody><tr><td>甲</td></tr></tbody></table><ul><li>一</li></ul>',
  );
  return (
    <Shell pageType={pageType}>
      <ui.DocsFrame
        tree={
          <ui.DocTree
            nodes={[{ id: 'a', title: '入门', children: [{ id: 'b', title: '接入', href: '#/b', current: true }] }]}
          />
        }
        outline={<ui.DocOutline items={outline.map((entry) => ({ ...entry, href: '#/b?at=doc-1', current: true }))} />}
      >
        <h1>接入指南</h1>
        <p>
          <ui.Highlight text="找到<mark>接入</mark>" /> <ui.DateTime value="2026-11-20T01:30:00Z" />
        </p>
        <ui.RichText html={html} trusted outline={outline} />
        <label>
          原文
          <textarea value={html} onChange={(event) => setHtml(event.target.value)} />
        </label>
      </ui.DocsFrame>
    </Shell>
  );
}

const loading = <ui.Skeleton shape="row" count={3} />;
const states: readonly ui.PageStatus<string>[] = [
  { status: 'loading' },
  { status: 'empty' },
  { status: 'failed', message: '网络不稳', traceId: '7f3a' },
  { status: 'forbidden' },
  { status: 'ready', data: '内容' },
];

function Area({ pageType }: PageProps): JSX.Element {
  const [choice, setChoice] = useState('a');
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
        <ui.Amount value={12840650} size="statement" /> <ui.Amount value={-63000} toned />{' '}
        <ui.Amount value={null} fallback="面议" />
        <ui.Tag tone="ok">一致</ui.Tag> <ui.Tag tone="bad">不符</ui.Tag> <ui.Tag tone="info">可试用</ui.Tag>{' '}
        <ui.Tag>其他</ui.Tag>
        <ui.Masked label="手机号" value="138****0001" reveal={async () => '13800000001'} />
        <ui.Countdown until="2026-11-20T00:10:00Z" now={() => Date.parse('2026-11-20T00:00:00Z')} />
        <ui.Button variant="ghost">更多</ui.Button>
        <ui.Button variant="danger">删除</ui.Button>
        <ui.Button variant="primary" loading>
          提交中
        </ui.Button>
      </ui.Card>
      <ui.FormField inline label="主题">
        <ui.Select options={[{ value: 'a', label: '咨询' }]} placeholder="请选择" />
      </ui.FormField>
      <ui.FormField inline label="内容" error="请写下内容">
        <ui.TextArea defaultValue="说明" maxLength={500} />
      </ui.FormField>
      <ui.RadioGroup
        label="付费"
        value={choice}
        onValueChange={setChoice}
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
        onDismiss={() => {}}
        toasts={[
          { id: '1', tone: 'ok', text: '已提交' },
          { id: '2', tone: 'bad', text: '系统繁忙', traceId: '7f3a' },
        ]}
      />
    </ui.AreaFrame>
  );
}

/** Every widget, frame and block of the package, on five pages. */
export const galleryPages: Readonly<Record<string, (props: PageProps) => JSX.Element>> = {
  Home,
  Product,
  Auth,
  Docs,
  Area,
};
