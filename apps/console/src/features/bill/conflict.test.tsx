import { fen } from '@ronghui/domain/money';
import { invalidate } from '@ronghui/web/queries/query-client';
import { expect, it } from 'vitest';
import { act, screen, showPage, within } from '#kernel/testing/page.fixture.tsx';
import { OrgDrawer } from './dimension/org-drawer.tsx';
import { ProjectDrawer } from './dimension/project-drawer.tsx';
import { StageDrawer } from './dimension/stage-drawer.tsx';
import { FeeRuleDrawer } from './fee-rule/fee-rule-drawer.tsx';
import type { FeeRule } from './fee-rule/fee-rule-queries.ts';

const auth = { 'ops.billing.read': true, 'ops.billing.write': true } as never;
const paged = <Item,>(item: Item) => ({ items: [item], total: 1, totalIsExact: true, page: 1, pageSize: 20 });
const own = { by: '陈静', at: '2026-11-20T01:00:00.000Z' };
const theirs = { by: '李娜', at: '2026-11-28T06:22:00.000Z' };
const sentence = '填写期间已由 李娜 于 2026-11-28 14:22 保存了新的内容。';
const close = () => undefined;
const stage = {
  stageId: 's10',
  name: '2026-10',
  opensOn: '2026-10-01',
  issuesOn: '2026-11-02',
  confirmDays: 5,
  payDays: 10,
  status: 'open' as const,
};
const org = { orgId: 'o1', name: '示例机构', createdAt: own.at };
const project = {
  projectId: 'p1',
  tenantId: 't1',
  tenantName: '云栖商贸有限公司',
  name: '弹性福利',
  createdAt: own.at,
};

it.each([
  ['stage', 'ops.stage.page', stage, <StageDrawer key="s" stageId="s10" onClose={close} />],
  ['organisation', 'ops.org.page', org, <OrgDrawer key="o" orgId="o1" onClose={close} />],
  ['project', 'ops.project.page', project, <ProjectDrawer key="p" projectId="p1" onClose={close} />],
] as const)(
  'R4.12 who has a %s open reads which colleague saved it meanwhile, and when',
  async (_, id, row, drawer) => {
    let stored = { ...row, version: 1, last: own };
    showPage(drawer, { at: '/', answers: { [id]: () => paged(stored) }, state: { auth } });
    await screen.findByLabelText(/名称/);
    expect(screen.queryByRole('alert')).toBeNull();
    stored = { ...stored, version: 2, last: theirs };
    await act(() => invalidate(['bill']));
    expect(within(await screen.findByRole('alert')).getByText(sentence)).toBeDefined();
  },
);

it('R4.12 a save that the trail does not name is not ascribed to who saved before', async () => {
  let stored = { ...org, version: 1, last: own };
  showPage(<OrgDrawer orgId="o1" onClose={close} />, {
    at: '/',
    answers: { 'ops.org.page': () => paged(stored) },
    state: { auth },
  });
  await screen.findByLabelText(/名称/);
  stored = { ...stored, version: 2 };
  await act(() => invalidate(['bill']));
  expect(within(await screen.findByRole('alert')).getByText('填写期间已被他人更新。')).toBeDefined();
});

it('R4.12 who writes a version of a rule reads which colleague added one meanwhile, and when', async () => {
  const terms: FeeRule['latest']['terms'] = {
    unit: null,
    direction: 'payable',
    scheme: { kind: 'fixed', fee: fen(100), per: 'line' },
    lineMinimumAmount: null,
    lineCapAmount: null,
    billMinimumAmount: null,
    billCapAmount: null,
    taxRate: 60_000,
  };
  const versionOf = (version: number, made: typeof own): FeeRule => ({
    ruleId: 'r1',
    productId: 'loan',
    orgId: null,
    tenantId: null,
    productName: '贷款撮合',
    orgName: null,
    tenantName: null,
    version,
    latest: { version, holdsFrom: '2026-01-01', terms, text: `第 ${version} 版`, ...made },
  });
  let stored = versionOf(1, own);
  const shown = showPage(<FeeRuleDrawer ruleId="r1" onClose={close} />, {
    at: '/',
    answers: {
      'ops.feeRule.page': () => paged(stored),
      'ops.feeRule.versions': () => ({
        ruleId: 'r1',
        productId: 'loan',
        orgId: null,
        tenantId: null,
        versions: [stored.latest],
      }),
      'ops.bill.names': () => ({ items: [] }),
    },
    state: { auth },
  });
  await shown.keyboard.click(await screen.findByRole('button', { name: '添加新版本' }));
  expect(screen.queryByRole('alert')).toBeNull();
  stored = versionOf(2, theirs);
  await act(() => invalidate(['bill']));
  expect(within(await screen.findByRole('alert')).getByText(sentence)).toBeDefined();
});
