import { CallError } from '@ronghui/client';
import { loadChunk } from '@ronghui/web/navigation/chunks';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { stepUpStore } from '#features/safety/step-up.ts';
import {
  type Answers,
  act,
  refusal,
  screen,
  showPage,
  site,
  toasts,
  unreachable,
  user,
  within,
} from '#kernel/testing/page.fixture.tsx';
import { CertificationPage, loadWizard } from './certification-page.tsx';
import type { Certification } from './certification-queries.ts';

// Chunks have their own tests; here they are loaded already.
beforeAll(async () => {
  await loadChunk(loadWizard);
}, 60_000);

const none: Certification = {
  status: 'none',
  isCertified: false,
  submissionNo: null,
  form: {},
  reasons: [],
  submittedAt: null,
  reviewedAt: null,
};
const form: NonNullable<Certification['form']> = {
  companyType: 'enterprise',
  companyName: '云栖商贸有限公司',
  uscc: '91350100M000100Y43',
  licenseFileId: 'f1',
  licenseValidTo: null,
  provinceCode: '440000',
  cityCode: '440300',
  address: '南山区某路 1 号',
  legalName: '张三',
  legalIdNoMasked: '**************002X',
  legalIdFrontFileId: 'f2',
  legalIdBackFileId: 'f3',
  legalIdValidTo: '2099-01-01',
  isAgent: false,
  bankName: '示例银行',
  bankBranch: '南山支行',
  bankAccountNoMasked: '************2233',
};
const rejected: Certification = {
  ...none,
  status: 'rejected',
  submissionNo: 'RZ20261120-00000001',
  form,
  reasons: [
    { field: 'legalName', reason: '与身份证不一致' },
    { field: 'bankAccountNo', reason: '账号少一位' },
  ],
  submittedAt: '2026-11-18T01:00:00.000Z',
  reviewedAt: '2026-11-19T01:00:00.000Z',
};
const agreements = [
  {
    id: 'certification-data',
    version: '1',
    title: '敏感个人信息处理同意书',
    required: true,
    scene: 'certification' as const,
  },
];

const open = (
  certification: Certification,
  {
    answers = {},
    status,
    search = '',
    auth = { 'certification.write': true },
  }: {
    answers?: Answers;
    status?: string;
    search?: string;
    auth?: Readonly<Record<string, boolean>>;
  } = {},
) =>
  showPage(<CertificationPage params={status === undefined ? {} : { status }} />, {
    at: `/merchant/accountCenter/verify${status === undefined ? '' : `/${status}`}${search}`,
    answers: {
      'certification.get': () => certification,
      'certification.saveDraft': () => certification,
      'region.provinces': () => ({ items: [{ code: '440000', name: '广东省' }] }),
      'region.cities': ({ provinceCode }) => ({
        items: provinceCode === '440000' ? [{ code: '440300', name: '深圳市' }] : [],
      }),
      'file.download': () => ({ blob: new Blob(['x'], { type: 'image/jpeg' }), fileName: '执照.jpg' }),
      ...answers,
    },
    state: { user, auth, site: { ...site, agreements } },
  });

const field = (label: string) => screen.findByLabelText<HTMLInputElement>(label);
/** Answers the question for a proof in place of the shell's dialog. */
const prove = async (ticket: string | null = 'ticket-1') => {
  await vi.waitFor(() => expect(stepUpStore.get()).not.toBeNull());
  await act(async () => stepUpStore.get()?.settle(ticket));
};
const press = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
/** A button of the open question. */
const answer = (name: string) => within(screen.getByRole('alertdialog')).getByRole('button', { name });

describe('R10.8 the wizard', () => {
  it('R10.8 a valid step leads to the next one, and its fields are saved on the server', async () => {
    const page = open(none);
    await page.keyboard.type(await field('企业名称'), '云栖商贸有限公司');
    await page.keyboard.type(await field('统一社会信用代码'), '91350100m000100y4z');
    await page.keyboard.click(press('下一步'));
    expect(screen.getByText('统一社会信用代码有误，请对照营业执照逐位核对')).toBeDefined();
    expect(screen.getByText('请上传营业执照')).toBeDefined();
    expect(document.activeElement).toBe(await field('统一社会信用代码'));
    expect(page.of('certification.saveDraft')).toEqual([]);
    await page.keyboard.click(screen.getByRole('checkbox', { name: '长期有效' }));
    await page.keyboard.click(press('存草稿'));
    expect(page.of('certification.saveDraft')[0]?.input).toMatchObject({
      companyType: 'enterprise',
      companyName: '云栖商贸有限公司',
      uscc: '91350100M000100Y4Z',
      licenseValidTo: null,
      address: '',
    });
    expect(toasts()).toEqual(['草稿已保存，可以随时回来继续']);
  });

  it('R5.7 a document is uploaded as soon as it is selected, saved and shown; a wrong one shows an error at its field', async () => {
    const page = open(none, {
      answers: {
        'file.upload': () => ({ fileId: 'f9', name: '执照.png', size: 1, mime: 'image/png' }),
      },
    });
    const chooser = await field('营业执照');
    await page.keyboard.upload(chooser, new File(['x'], '执照.png', { type: 'image/png' }));
    expect(await screen.findByRole('img', { name: '已上传的营业执照' })).toBeDefined();
    expect(page.of('certification.saveDraft')[0]?.input).toMatchObject({ licenseFileId: 'f9' });
    const loose = page.keyboard;
    await loose.upload(chooser, new File(['x'], '执照.csv', { type: 'text/csv' }));
    expect(page.of('file.upload')).toHaveLength(1);
  });

  it('R5.7 documents that are uploaded at the same time do not remove each other from the draft', async () => {
    const arrivals: ((reply: { fileId: string; name: string; size: number; mime: string }) => void)[] = [];
    let running = 0;
    let most = 0;
    const page = open(rejected, {
      search: '?step=2',
      answers: {
        'file.upload': () => new Promise((resolve) => arrivals.push(resolve)),
        'certification.saveDraft': async () => {
          running += 1;
          most = Math.max(most, running);
          await new Promise((resolve) => setTimeout(resolve));
          running -= 1;
          return rejected;
        },
      },
    });
    for (const label of ['身份证人像面', '身份证国徽面']) {
      await page.keyboard.upload(await field(label), new File(['x'], '照.png', { type: 'image/png' }));
    }
    await page.keyboard.clear(await field('法定代表人姓名'));
    await page.keyboard.type(await field('法定代表人姓名'), '李四');
    await act(async () => {
      for (const [place, arrive] of arrivals.entries())
        arrive({ fileId: `n${place}`, name: '照.png', size: 1, mime: 'image/png' });
    });
    await vi.waitFor(() => expect(page.of('certification.saveDraft')).toHaveLength(2));
    const saved = page.of('certification.saveDraft').map(({ input }) => input);
    expect(saved).toEqual([{ legalIdFrontFileId: 'n0' }, { legalIdBackFileId: 'n1' }]);
    await vi.waitFor(() => expect(running).toBe(0));
    expect(most).toBe(1);
    await page.keyboard.click(press('下一步'));
    await vi.waitFor(() => expect(page.of('certification.saveDraft')).toHaveLength(3));
    expect(page.of('certification.saveDraft').at(-1)?.input).toMatchObject({
      legalName: '李四',
      legalIdFrontFileId: 'n0',
      legalIdBackFileId: 'n1',
    });
  });

  it('R10.8 a PDF is shown by its name and size, and opened in full', async () => {
    open(rejected, {
      search: '?step=1',
      answers: {
        'file.download': () => ({
          blob: new Blob(['x'.repeat(130_000)], { type: 'application/pdf' }),
          fileName: '营业执照副本.pdf',
        }),
      },
    });
    const link = await screen.findByRole<HTMLAnchorElement>('link', { name: '打开查看营业执照' });
    expect(link.href).toMatch(/^blob:/);
    expect(screen.getByText(/营业执照副本.pdf，127 KB/)).toBeDefined();
  });

  it('R5.7 the server’s refusal of a document is shown at its field', async () => {
    const page = open(none, {
      answers: {
        'file.upload': () => {
          throw refusal('file.upload', 'RHSY422', { fields: [{ path: 'file', message: '图片已损坏或尺寸过大' }] });
        },
      },
    });
    await page.keyboard.upload(await field('营业执照'), new File(['x'], '执照.png', { type: 'image/png' }));
    expect(await screen.findByText('图片已损坏或尺寸过大')).toBeDefined();
  });

  it('R4.11 a rejected submission opens at its first wrong step, shows the reason at each field until it is changed, and keeps the rest', async () => {
    const page = open(rejected);
    expect(await screen.findByText('认证未通过，以下 2 项需要更正，改好后重新提交：')).toBeDefined();
    expect(screen.getByText('审核意见：与身份证不一致')).toBeDefined();
    expect((await field('法定代表人身份证号')).value).toBe('');
    expect(screen.getByText('已保存 **************002X，不修改可留空')).toBeDefined();
    await page.keyboard.clear(await field('法定代表人姓名'));
    await page.keyboard.type(await field('法定代表人姓名'), '张三丰');
    expect(screen.queryByText('审核意见：与身份证不一致')).toBeNull();
    await page.keyboard.click(press('去修改对公账号'));
    expect(await screen.findByText('审核意见：账号少一位')).toBeDefined();
    await page.keyboard.type(await field('对公账号'), '6222 0202 0011 2244');
    await page.keyboard.click(press('下一步'));
    expect(await screen.findByText('************2244')).toBeDefined();
    expect(await screen.findByText('广东省深圳市')).toBeDefined();
    expect(page.of('certification.saveDraft').at(-1)?.input).toMatchObject({
      legalName: '张三丰',
      bankAccountNo: '6222020200112244',
    });
    expect(page.of('certification.saveDraft').at(-1)?.input).not.toHaveProperty('legalIdNo');
    expect(Object.values(sessionStorage).join()).not.toContain('6222');
  });

  it('R10.6 is submitted only with the separate consent, and RHCE001 leads back to the code', async () => {
    // The text was read to its end before.
    sessionStorage.setItem('draft:agreements-read', '{"marks":["certification-data@1"]}');
    const page = open(rejected, {
      search: '?step=4',
      answers: {
        'certification.submit': () => {
          throw new CallError({
            kind: 'reply',
            operationId: 'certification.submit',
            errCode: 'RHCE001',
            errMsg: '该企业已认证，请联系其管理员邀请您加入',
            status: 409,
          });
        },
      },
    });
    const box = await screen.findByRole<HTMLInputElement>('checkbox');
    expect(box.checked).toBe(false);
    await page.keyboard.click(press('提交认证'));
    expect(await screen.findByText('请阅读并同意《敏感个人信息处理同意书》')).toBeDefined();
    expect(page.of('certification.submit')).toEqual([]);
    await page.keyboard.click(box);
    await page.keyboard.click(press('提交认证'));
    expect(screen.getByText('提交后进入审核，有结果之前不能修改，也不能撤回。')).toBeDefined();
    await page.keyboard.click(answer('取消'));
    expect(page.of('certification.submit')).toEqual([]);
    await page.keyboard.click(press('提交认证'));
    await page.keyboard.click(answer('提交'));
    expect(await screen.findByText('该企业已认证，请联系其管理员邀请您加入')).toBeDefined();
    expect((await field('统一社会信用代码')).value).toBe('91350100M000100Y43');
    const sent = page.of('certification.submit')[0]?.input;
    expect(sent).toMatchObject({ uscc: '91350100M000100Y43', licenseValidTo: null, isAgent: false });
    expect(sent?.['agreements']).toEqual([{ id: 'certification-data', version: '1' }]);
    expect(sent).not.toHaveProperty('agentName');
  });
});

describe('R4.11 the status of a certification', () => {
  it('R3.4 an address with another status is replaced with the tenant’s own; `pending` also covers 待打款验证', async () => {
    open(
      { ...rejected, status: 'pendingTransfer', triesLeft: 3, transferBy: '2026-11-25T01:00:00.000Z' },
      { status: 'passed' },
    );
    expect(await field('到账金额（元）')).toBeDefined();
    expect(location.hash).toBe('#/merchant/accountCenter/verify/pending');
  });

  it('R4.11 the amount is typed in yuan and sent in fen, and a wrong one says how many tries are left', async () => {
    const waiting = {
      ...rejected,
      status: 'pendingTransfer' as const,
      triesLeft: 3,
      transferBy: '2026-11-25T01:00:00.000Z',
    };
    const page = open(waiting, { answers: { 'certification.verifyTransfer': () => ({ ...waiting, triesLeft: 2 }) } });
    await page.keyboard.type(await field('到账金额（元）'), '0.375');
    await page.keyboard.click(press('提交验证'));
    expect(screen.getByText('请填写 0.01 至 0.99 元之间的到账金额，例如 0.37')).toBeDefined();
    // 37 yuan for 37 fen would cost a try.
    await page.keyboard.clear(await field('到账金额（元）'));
    await page.keyboard.type(await field('到账金额（元）'), '37');
    await page.keyboard.click(press('提交验证'));
    expect(page.of('certification.verifyTransfer')).toEqual([]);
    await page.keyboard.clear(await field('到账金额（元）'));
    await page.keyboard.type(await field('到账金额（元）'), '0.29');
    await page.keyboard.click(press('提交验证'));
    expect(screen.getByRole('alertdialog', { name: '以 ¥0.29 验证？' })).toBeDefined();
    expect(screen.getByText(/^还可以试 3 次，金额不符会用掉一次/)).toBeDefined();
    await page.keyboard.click(answer('取消'));
    expect(page.of('certification.verifyTransfer')).toEqual([]);
    await page.keyboard.click(press('提交验证'));
    await page.keyboard.click(answer('验证'));
    expect(page.of('certification.verifyTransfer')[0]?.input).toMatchObject({ amount: 29 });
    expect(await screen.findByText('金额与到账不符，还可以再试 2 次')).toBeDefined();
    expect(toasts()).toEqual([]);
  });

  it('R4.12 an amount without an answer is sent again as the same attempt, after an answer as another one', async () => {
    const waiting = {
      ...rejected,
      status: 'pendingTransfer' as const,
      triesLeft: 3,
      transferBy: '2026-11-25T01:00:00.000Z',
    };
    let isAway = true;
    const page = open(waiting, {
      answers: {
        'certification.verifyTransfer': () => {
          if (isAway) throw unreachable('certification.verifyTransfer');
          return { ...waiting, triesLeft: 2 };
        },
      },
    });
    await page.keyboard.type(await field('到账金额（元）'), '0.29');
    await page.keyboard.click(press('提交验证'));
    await page.keyboard.click(answer('验证'));
    isAway = false;
    await page.keyboard.click(press('提交验证'));
    await page.keyboard.click(answer('验证'));
    await page.keyboard.type(await field('到账金额（元）'), '0.29');
    await page.keyboard.click(press('提交验证'));
    await page.keyboard.click(answer('验证'));
    const keys = page.of('certification.verifyTransfer').map(({ input }) => input['idempotencyKey']);
    expect(keys).toHaveLength(3);
    expect(keys[1]).toBe(keys[0]);
    expect(keys[2]).not.toBe(keys[0]);
  });

  it('R12.7 a warning before the last try says what a wrong amount causes', async () => {
    const page = open({
      ...rejected,
      status: 'pendingTransfer',
      triesLeft: 1,
      transferBy: '2026-11-25T01:00:00.000Z',
    });
    await page.keyboard.type(await field('到账金额（元）'), '0.29');
    await page.keyboard.click(press('提交验证'));
    expect(screen.getByText('这是最后一次机会。金额不符时认证不通过，须重新提交资料。')).toBeDefined();
    expect(page.of('certification.verifyTransfer')).toEqual([]);
  });

  it('R4.11 before the transfer was sent the page says so and has no field', async () => {
    open({ ...rejected, status: 'pendingTransfer', reasons: [], triesLeft: 3 });
    expect(await screen.findByText(/正在向贵司对公账户.*打款/)).toBeDefined();
    expect(screen.queryByLabelText('到账金额（元）')).toBeNull();
  });

  it('security 4.12 a submission is shown with masked numbers, and a number in full on demand', async () => {
    const page = open(
      { ...rejected, status: 'pending', reasons: [] },
      { answers: { 'personal.reveal': () => ({ value: '11010519491231002X' }) } },
    );
    expect(await screen.findByText(/正在审核，结果会通知您/)).toBeDefined();
    expect(screen.getByText('**************002X')).toBeDefined();
    await page.keyboard.click(press('显示法定代表人身份证号'));
    await prove(null);
    expect(page.of('personal.reveal')).toEqual([]);
    await page.keyboard.click(press('显示法定代表人身份证号'));
    expect(stepUpStore.get()?.step).toBe('查看法定代表人身份证号');
    await prove();
    expect(await screen.findByText('11010519491231002X')).toBeDefined();
    expect(page.of('personal.reveal')[0]?.input).toEqual({
      kind: 'certification',
      id: 'RZ20261120-00000001',
      field: 'legalIdNo',
      stepTicket: 'ticket-1',
    });
  });

  it('R4.11 a passed certification says so, shows a document when it is asked for, and is changed by a new submission', async () => {
    const page = open({ ...rejected, status: 'passed', isCertified: true, reasons: [] });
    await screen.findByText('企业已认证');
    expect(page.of('file.download')).toEqual([]);
    await page.keyboard.click(press('查看营业执照'));
    expect(await screen.findByRole('img', { name: '已上传的营业执照' })).toBeDefined();
    expect(page.of('file.download')).toHaveLength(1);
    await page.keyboard.click(press('提交变更'));
    expect((await field('企业名称')).value).toBe('云栖商贸有限公司');
  });

  it('R4.11 a passed certification shows the form in force beside the draft of a change, which can be continued or abandoned', async () => {
    let current: Certification = {
      ...rejected,
      status: 'passed',
      isCertified: true,
      reasons: [],
      draft: { ...form, companyName: '云栖新商贸有限公司' },
    };
    const page = open(current, {
      answers: {
        'certification.get': () => current,
        'certification.abandonChange': () => {
          const { draft: _, ...inForce } = current;
          current = inForce;
          return current;
        },
      },
    });
    expect(await screen.findByText('云栖商贸有限公司')).toBeDefined();
    expect(screen.queryByText('云栖新商贸有限公司')).toBeNull();
    await page.keyboard.click(press('继续变更'));
    expect((await field('企业名称')).value).toBe('云栖新商贸有限公司');
    await page.keyboard.type(await field('企业名称'), '二');
    await page.keyboard.click(press('放弃变更'));
    await page.keyboard.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: '放弃变更' }));
    expect(await screen.findByRole('button', { name: '提交变更' })).toBeDefined();
    expect(toasts()).toEqual(['变更已放弃，现在的认证继续有效']);
    await page.keyboard.click(press('提交变更'));
    expect((await field('企业名称')).value).toBe('云栖商贸有限公司');
  });

  it('security 4.1 a change is submitted with a fresh proof; without an answer it is sent again with the same proof, of which one reads when it is over, after a refusal with another', async () => {
    sessionStorage.setItem('draft:agreements-read', '{"marks":["certification-data@1"]}');
    const refused = (code: 'RHAC003' | 'RHSY409') => () => refusal('certification.submit', code);
    const unanswered = () => unreachable('certification.submit');
    const outcomes = [unanswered, refused('RHAC003'), refused('RHSY409'), refused('RHSY409')];
    const page = open(
      { ...rejected, isCertified: true },
      {
        search: '?step=4',
        answers: {
          'certification.submit': () => {
            throw outcomes.shift()?.() ?? new Error('asked too often');
          },
        },
      },
    );
    const sent = () => page.of('certification.submit').map(({ input }) => input);
    const asks = (isAgain: boolean) => vi.waitFor(() => expect(stepUpStore.get()).toMatchObject({ isAgain }));
    expect(await screen.findByText('变更未通过，以下 2 项需要更正，改好后重新提交：')).toBeDefined();
    expect(screen.getByText('贵司的企业认证继续有效，变更通过之前不受影响。')).toBeDefined();
    await page.keyboard.click(await screen.findByRole('checkbox'));
    await page.keyboard.click(press('提交认证'));
    expect(screen.getByText(/不能撤回。现在有效的认证不受影响。$/)).toBeDefined();
    await page.keyboard.click(answer('提交'));
    await prove(null);
    expect(sent()).toEqual([]);
    await page.keyboard.click(answer('提交'));
    await prove('ticket-1');
    await vi.waitFor(() => expect(sent()).toHaveLength(1));
    await page.keyboard.click(press('提交认证'));
    await page.keyboard.click(answer('提交'));
    await asks(true);
    await prove('ticket-2');
    await vi.waitFor(() => expect(sent()).toHaveLength(3));
    await page.keyboard.click(press('提交认证'));
    await page.keyboard.click(answer('提交'));
    await asks(false);
    await prove('ticket-3');
    await vi.waitFor(() => expect(sent()).toHaveLength(4));
    expect(sent().map(({ stepTicket }) => stepTicket)).toEqual(['ticket-1', 'ticket-1', 'ticket-2', 'ticket-3']);
    const [first, again, afterRefusal] = sent().map(({ idempotencyKey }) => idempotencyKey);
    expect(again).toBe(first);
    expect(afterRefusal).not.toBe(first);
  });

  it('R2.9 members who may not certify see the status without the form', async () => {
    const first = open({ ...rejected, form: null }, { auth: {} });
    expect(await screen.findByText('认证未通过，需要更正后重新提交。')).toBeDefined();
    expect(screen.queryByLabelText('企业名称')).toBeNull();
    first.unmount();
  });

  it('R2.9 a failed fetch can be retried', async () => {
    let isDown = true;
    const page = open(none, {
      answers: {
        'certification.get': () => {
          if (isDown) throw refusal('certification.get', 'RHSY404');
          return none;
        },
      },
    });
    const retry = await screen.findByRole('button', { name: '重试' });
    isDown = false;
    await page.keyboard.click(retry);
    expect(await field('企业名称')).toBeDefined();
  });
});
