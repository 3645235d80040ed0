import { type JSX, useState } from 'react';
import * as ui from '../index.ts';
import { Area } from './gallery-area.fixture.tsx';
import { Charts } from './gallery-charts.fixture.tsx';
import { Editor } from './gallery-editor.fixture.tsx';
import { Intake } from './gallery-intake.fixture.tsx';
import { List, ListStates } from './gallery-list.fixture.tsx';
import { type PageProps, Shell } from './gallery-shell.fixture.tsx';
import { blocks, loan, skuPriceOf, skus, startingPriceOf, welfare } from './samples.fixture.ts';

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
          <ui.ProductGrid
            products={[loan, welfare]}
            hrefOf={(product) => `#/${product.pid}`}
            priceOf={startingPriceOf}
          />
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
  const [read, setRead] = useState(false);
  const [dialog, setDialog] = useState(false);
  const [option, setOption] = useState('a');
  const [count, setCount] = useState(10);
  return (
    <Shell pageType={pageType}>
      <ui.Section level={1} title="弹性福利" tight>
        <ui.Breadcrumb items={[{ label: '首页', href: '#/' }, { label: '弹性福利' }]} />
        <ui.Stepper label="步骤" steps={['配置', '确认', '完成']} current={1} />
        <ui.SkuTable
          skus={skus}
          priceOf={skuPriceOf}
          actionOf={(sku) => <ui.Button href={`#/${sku.skuId}`}>购买{sku.name}</ui.Button>}
        />
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
              { label: '标准版', amount: '¥1,440.00' },
              { label: '优惠', amount: '-¥44.00' },
            ]}
            total="¥1,396.00"
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
        <ui.Drawer
          open={drawer}
          onClose={() => setDrawer(false)}
          title={read ? '读完的协议' : '服务协议'}
          onReadToEnd={() => setRead(true)}
        >
          {Array.from({ length: 60 }, (_, place) => (
            <p key={place}>第 {place + 1} 条</p>
          ))}
        </ui.Drawer>
      </ui.Section>
    </Shell>
  );
}

function Consents(): JSX.Element {
  const [ticked, setTicked] = useState<readonly string[]>([]);
  const [ids, setIds] = useState<readonly string[]>([]);
  return (
    <ui.AgreementBoxes
      legend="协议"
      agreements={[
        { id: 'terms', version: '1', title: '用户协议', required: true, note: '由融惠处理' },
        { id: 'share', version: '1', title: '数据共享', required: false },
      ]}
      ticked={ticked}
      onChange={(id, on) => setTicked(on ? [id] : [])}
      errors={{ terms: '请先同意' }}
      readToEnd={{ ids, onRead: (id) => setIds([id]) }}
      read={async () => ({ html: '<p>正文</p>', version: '1', effectiveAt: '2026-11-01T00:00:00Z' })}
    />
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
          <ui.ImageCodeField
            id="image-code"
            kind="image"
            status="ready"
            source="data:image/gif;base64,R0lGODlhAQABAAAAACw="
            value=""
            onValueChange={() => {}}
            onRenew={() => {}}
            error="看不清可换一张"
          />
          <Consents />
          <ui.Callout tone="warn">还可再试 3 次</ui.Callout>
          <ui.AlsoOpen others={['李娜']} what="这份申请" />
          <ui.StepsSince lead="已被他人更新。" steps={[{ key: '1', text: '李娜 退回' }]} onSeen={() => {}} />
          <ui.SavedMeanwhile lead="同事已保存了新的内容。" onTakeTheirs={() => {}} onKeepMine={() => {}}>
            {null}
          </ui.SavedMeanwhile>
          <h2>下一步</h2>
          <ui.StepSlip
            title="请核对并确认"
            tone="warn"
            left="还剩 3 天"
            text="请在 2026-11-25 24:00 之前确认，逾期自动确认。"
          />
          <ui.ResultPanel
            title="已提交"
            text="一个工作日内联系您"
            reference={{ label: '单号', value: 'TR-0018' }}
            next={['客服联系', '开通试用']}
            actions={<ui.Button href="#/">回首页</ui.Button>}
          />
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

function Console(): JSX.Element {
  const [open, setOpen] = useState(false);
  const [theme, setTheme] = useState<'light' | 'dark' | 'system'>('system');
  return (
    <ui.ConsoleFrame
      brand={{ name: '融惠', href: '#/' }}
      areaName="运营台"
      groups={[{ title: '系统', items: [{ label: '运营人员', href: '#/staff', current: true }] }]}
      actions={<ui.ThemeSwitch value={theme} onValueChange={setTheme} />}
    >
      <h1>运营人员</h1>
      <ui.QrPicture text="otpauth://totp/a?secret=JBSW" label="动态口令的二维码" />
      <ui.Button onClick={() => setOpen(true)}>前往</ui.Button>
      <ui.CommandPalette
        open={open}
        onClose={() => setOpen(false)}
        items={[{ id: 'staff', label: '运营人员', group: '系统' }]}
        onSelect={() => setOpen(false)}
      />
    </ui.ConsoleFrame>
  );
}

/** Every widget, frame and block of the package, page by page. */
export const galleryPages: Readonly<Record<string, (props: PageProps) => JSX.Element>> = {
  Home,
  Product,
  Auth,
  Docs,
  Area,
  Intake,
  Charts,
  List,
  ListStates,
  Console,
  Editor,
};
