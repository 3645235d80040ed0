import { describe, expect, it } from 'vitest';
import { content } from '#features/catalog/catalog.fixture.ts';
import { holdFirstResponse } from '#features/catalog/catalog.shared.ts';
import {
  type Answers,
  fireEvent,
  imageCode,
  type PageSetup,
  refusal,
  screen,
  showPage,
  site,
  toasts,
  unreachable,
} from '#kernel/testing/page.fixture.tsx';
import { LeadFormPage } from './lead-form-page.tsx';

const leadForm = (
  answer: NonNullable<Answers['portal.contact']>,
  search = '',
  answers: Answers = {},
  state: PageSetup['state'] = {},
) =>
  showPage(<LeadFormPage />, {
    state,
    at: `/portal/feedBack${search}`,
    answers: { ...imageCode, 'portal.contact': answer, ...answers },
  });

const field = (name: RegExp) => screen.getByLabelText<HTMLInputElement>(name, { selector: 'input, textarea' });
const submit = () => screen.getByRole('button', { name: '提交' });

const fill = async ({ keyboard }: ReturnType<typeof leadForm>) => {
  await keyboard.type(field(/留言内容/), '想了解额度');
  await keyboard.type(field(/称呼/), '王');
  await keyboard.type(field(/手机号/), '13800000001');
  await keyboard.type(field(/图形验证码/), 'abcd');
  await keyboard.click(screen.getByRole('checkbox'));
};

describe('a message', () => {
  it('R1.1 ends with its ticket number and what happens next; the typed text is cleared', async () => {
    const page = leadForm(() => ({ ticketNo: 'LX20261120-0001' }), '?topic=consult');
    await fill(page);
    await page.keyboard.click(submit());
    const { imageTicket: _ticket, idempotencyKey: _key, ...sent } = page.of('portal.contact')[0]?.input ?? {};
    expect(sent).toEqual({
      topic: 'consult',
      mobile: '13800000001',
      name: '王',
      content: '想了解额度',
      agreements: [{ id: 'contact-privacy', version: '1' }],
    });
    expect(await screen.findByText('LX20261120-0001')).toBeDefined();
    expect(screen.getByText(/致电 138\*\*\*\*0001/)).toBeDefined();
    expect(sessionStorage.length).toBe(0);
    await page.keyboard.click(screen.getByRole('button', { name: '再写一条' }));
    expect(field(/留言内容/).value).toBe('');
  });

  it.each([
    ['?topic=consult', '留言咨询'],
    ['?topic=cooperate', '商务合作'],
    ['?topic=complaint', '投诉'],
    ['?topic=feedback', '意见反馈'],
    ['', '意见反馈'],
    ['?topic=other', '意见反馈'],
  ])('R1.1 %s leads to the form with the title %s', async (search, title) => {
    leadForm(() => ({ ticketNo: 'x' }), search);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(title);
    expect(screen.getByRole('form', { name: title })).toBeDefined();
    expect(document.title).toBe(`${title} - 融惠`);
  });

  it('R2.10 topic and product are in the address; the product is sent with the message', async () => {
    holdFirstResponse({ ...content, partners: [], firstDocs: null });
    const page = leadForm(() => ({ ticketNo: 'LX1' }), '?topic=complaint&pid=factoring');
    expect(screen.getByRole<HTMLInputElement>('radio', { name: '投诉' }).checked).toBe(true);
    await screen.findByText('应收账款保理');
    await page.keyboard.click(screen.getByRole('radio', { name: '商务合作' }));
    expect(location.hash).toBe('#/portal/feedBack?topic=cooperate&pid=factoring');
    await fill(page);
    await page.keyboard.click(submit());
    expect(page.of('portal.contact')[0]?.input['content']).toBe('【产品：应收账款保理（factoring）】\n想了解额度');
  });

  it('R10.6 links the privacy policy beside the form, whether or not an agreement of its own is published', () => {
    for (const agreements of [site.agreements, site.agreements.filter(({ scene }) => scene !== 'contact')]) {
      const page = leadForm(() => ({ ticketNo: 'x' }), '', {}, { site: { ...site, agreements } });
      const policy = screen.getByRole('link', { name: '《隐私政策》' });
      expect(policy.getAttribute('href')).toBe('#/portal/agreement/privacy');
      expect(policy.getAttribute('target')).toBe('_blank');
      page.unmount();
    }
  });

  it('R5.1 an empty form shows hints at every field and focuses the first', async () => {
    const page = leadForm(() => ({ ticketNo: 'x' }));
    await page.keyboard.click(submit());
    for (const text of ['请输入留言内容', '请输入您的称呼', '请输入手机号', '请输入图中的字符']) {
      expect(screen.getByText(text)).toBeDefined();
    }
    expect(screen.getByText('请阅读并同意《联系信息处理告知》')).toBeDefined();
    expect(document.activeElement).toBe(field(/留言内容/));
    expect(page.of('portal.contact')).toEqual([]);
  });

  it('R5.5 a field that the server refuses is marked and keeps its text', async () => {
    const page = leadForm(() => {
      throw refusal('portal.contact', 'RHSY422', { fields: [{ path: 'mobile', message: '手机号格式有误' }] });
    });
    await fill(page);
    await page.keyboard.click(submit());
    expect(screen.getByText('手机号格式有误')).toBeDefined();
    expect(document.activeElement).toBe(field(/手机号/));
    expect(field(/留言内容/).value).toBe('想了解额度');
    // It stands at its field, once.
    expect(toasts()).toEqual([]);
  });

  it('R5.5 a refused value that is no field of the form is named in the message', async () => {
    const page = leadForm(() => {
      throw refusal('portal.contact', 'RHSY422', { fields: [{ path: 'imageTicket', message: '验证凭据有误' }] });
    });
    await fill(page);
    await page.keyboard.click(submit());
    expect(toasts()).toEqual(['验证凭据有误']);
  });

  it('R5.3 an expired ticket asks for another code', async () => {
    const page = leadForm(() => {
      throw refusal('portal.contact', 'OPS10004');
    });
    await fill(page);
    await page.keyboard.click(submit());
    expect(screen.getByText('图形验证码已失效，请重新输入')).toBeDefined();
    expect(field(/图形验证码/).value).toBe('');
    // So it is where the ticket died with its process: nothing else of the form is lost.
    expect([field(/留言内容/), field(/称呼/), field(/手机号/)].map(({ value }) => value)).toEqual([
      '想了解额度',
      '王',
      '13800000001',
    ]);
    expect(screen.getByRole<HTMLInputElement>('checkbox').checked).toBe(true);
  });

  it('R4.12 a message without an answer is sent again with the same ticket and key', async () => {
    let tries = 0;
    const page = leadForm(() => {
      tries += 1;
      if (tries === 1) throw unreachable('portal.contact');
      return { ticketNo: 'LX1' };
    });
    await fill(page);
    await page.keyboard.click(submit());
    expect(screen.getByText('图形验证码已通过')).toBeDefined();
    await page.keyboard.click(submit());
    const [first, second] = page.of('portal.contact').map(({ input }) => input);
    expect(second).toEqual(first);
  });

  it('R10.6 a changed text is asked for again', async () => {
    const page = leadForm(() => {
      throw refusal('portal.contact', 'RHAG001');
    });
    await fill(page);
    await page.keyboard.click(submit());
    expect(page.of('start')).toHaveLength(1);
    expect(screen.getByRole<HTMLInputElement>('checkbox').checked).toBe(false);
  });

  it('ux a hint on blur waits until the press that caused it is over', async () => {
    const page = leadForm(() => ({ ticketNo: 'x' }));
    await page.keyboard.type(field(/手机号/), '138');
    fireEvent.pointerDown(submit());
    fireEvent.blur(field(/手机号/));
    expect(screen.queryByText('请输入 11 位大陆手机号')).toBeNull();
    fireEvent.pointerUp(submit());
    expect(await screen.findByText('请输入 11 位大陆手机号')).toBeDefined();
  });
});
