import { CallError } from '@ronghui/client';
import { describe, expect, it, vi } from 'vitest';
import { type Answers, fireEvent, refusal, screen, showPage, user } from '#kernel/testing/page.fixture.tsx';
import * as made from './result.fixture.ts';
import { statement } from './statement.fixture.ts';
import { StatementPage } from './statement-page.tsx';

const show = (answers: Answers = {}) =>
  showPage(<StatementPage params={{ runId: 'run-2' }} />, {
    at: '/merchant/userCenter/reconManagement/run/run-2/statement',
    state: { user, auth: { 'recon.read': true } },
    answers: {
      'recon.statement': () => statement,
      'recon.rows': () => made.listedItems([made.mismatch, made.unbooked]),
      ...answers,
    },
  });

describe('the statement of a run', () => {
  it('R13.4 shows both sides, every kind, the file and the digests, and who closed it when', async () => {
    show();
    expect(await screen.findByText('2026 年 10 月 · 应付服务费对账结果单')).toBeDefined();
    const foot = [...document.querySelectorAll('tfoot :is(th, td)')].map((cell) => cell.textContent);
    expect(foot).toEqual(['合计', '1,279', '1,280', '¥128,418.10', '1,277', '¥128,410.30', '-3', '-¥7.80']);
    expect(screen.getByText('＋ 差异 · -3 行')).toBeDefined();
    for (const digest of [statement.run.sha256, statement.linesSha256, statement.sha256])
      expect(screen.getByText(digest)).toBeDefined();
    const { items } = statement;
    for (const digest of [items?.rowsSha256, items?.conclusionsSha256, items?.decisionsSha256])
      expect(screen.getByText(String(digest))).toBeDefined();
    expect(screen.getByText('账单：ZD20261118-00000042（¥128,410.30）')).toBeDefined();
    expect(screen.getByText(/每一项两边的行、分类、依据、备注和处理计算/)).toBeDefined();
    expect(screen.getByText('2026-11-23 11:00:00').parentElement?.textContent).toBe('陈静 于 2026-11-23 11:00:00 结束');
    const handled = screen.getByText(/^差异中已认可/);
    expect(handled.textContent).toBe('差异中已认可 0\u00a0项，已提差异反馈 0\u00a0项，未处理 4\u00a0项。');
    expect(handled.querySelector('a')?.getAttribute('href')).toContain('/run-2');
  });

  it('R13.3 lists the differences that nobody decided on, and where the rest of very many is', async () => {
    const shown = show();
    const listed = await screen.findByRole('region', { name: '未处理的差异' });
    expect(shown.of('recon.rows')[0]?.input).toMatchObject({ runId: 'run-2', state: 'open' });
    const rows = [...listed.querySelectorAll('tbody tr')].map((row) => row.textContent);
    expect(rows).toHaveLength(2);
    expect(rows[0]).toContain('金额不符LN-20932 2026-10-08¥88.00LN-20932 2026-10-08¥96.00+¥8.00');
    expect(rows[1]).toContain('仅平台账有—');
    expect(screen.getByText(/这里列出前/).textContent).toMatch(/共 4.项/);
    expect(screen.getByRole('link', { name: '在对账结果里查看全部' }).getAttribute('href')).toContain('/run-2');
  });

  it('R13.4 one of before says what its digest covers: totals, and no single item', async () => {
    const { version: _, bills: __, items: ___, ...before } = statement;
    show({ 'recon.statement': () => before });
    expect(await screen.findByText(/由商户、账期、商户账文件、平台账和按分类的合计计算/)).toBeDefined();
    expect(screen.queryByText('逐项校验码')).toBeNull();
  });

  it('R13.4 is printed', async () => {
    const print = vi.fn();
    vi.stubGlobal('print', print);
    show();
    fireEvent.click(await screen.findByRole('button', { name: '打印' }));
    expect(print).toHaveBeenCalledOnce();
    vi.unstubAllGlobals();
  });

  it('R13.4 a run that was not closed has none yet', async () => {
    show({
      'recon.statement': () => {
        throw new CallError({
          kind: 'reply',
          operationId: 'recon.statement',
          errCode: 'RHRE007',
          errMsg: '这次对账还没有结束，结束后才有对账结果单',
          status: 409,
        });
      },
    });
    expect(await screen.findByText('这次对账还没有结束')).toBeDefined();
    expect(screen.getByRole('link', { name: '回到对账结果' }).getAttribute('href')).toContain('/run-2');
  });

  it('R2.9 loads, says when there is none, and offers another try', async () => {
    let tries = 0;
    show({
      'recon.statement': () => {
        tries += 1;
        throw tries === 1 ? refusal('recon.statement', 'RHSY429') : refusal('recon.statement', 'RHSY404');
      },
    });
    expect(document.querySelector('[aria-busy="true"]')).not.toBeNull();
    fireEvent.click(await screen.findByRole('button', { name: '重试' }));
    expect(await screen.findByText('没有这份对账结果单')).toBeDefined();
  });
});
