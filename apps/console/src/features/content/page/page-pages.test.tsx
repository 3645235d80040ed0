import type { CallInput } from '@ronghui/client';
import { describe, expect, it } from 'vitest';
import { type Answers, act, refusal, screen, showPage, toasts, within } from '#kernel/testing/page.fixture.tsx';
import { placeAfterMove } from '../block/use-order.ts';
import { type BodyOf, publishDraft, type RecordDetail } from '../content-queries.ts';
import type { Editor } from '../record/record-editor.ts';
import { RecordPage } from '../record/record-page.tsx';
import { BuilderPage } from './builder-page.tsx';
import { PageListPage } from './page-list-page.tsx';

const reads = { 'ops.content.read': true } as never;
const writes = { 'ops.content.read': true, 'ops.content.write': true } as never;

const media = (title: string) =>
  ({
    template: 'template_leftText',
    title,
    text: '文字',
    image: `/media/${'a'.repeat(32)}.png`,
    imageAlt: '图',
    link: '',
  }) as const;
const about: BodyOf<'page'> = {
  record: 'page',
  key: 'about',
  title: '关于我们',
  blocks: [
    media('甲'),
    { template: 'template_card', title: '乙', items: [{ icon: '', title: '一张', text: '字', link: '' }] },
    media('丙'),
  ],
};

/** A server with one page. */
const serving = (more: Partial<RecordDetail> = {}) => {
  const state: { detail: RecordDetail } = {
    detail: {
      record: 'page',
      key: 'about',
      version: 3,
      published: about,
      draft: null,
      publishAt: null,
      failure: '',
      ...more,
    },
  };
  const answers = {
    'ops.content.detail': () => state.detail,
    'ops.content.watch': () => ({ version: state.detail.version, others: [] }),
    'ops.content.save': ({ body, version: before }: CallInput<'ops.content.save'>) => {
      const draft = { body, removes: false, by: '陈静', at: '2026-11-23T08:00:00.000Z', faults: [] };
      const version = before + 1;
      state.detail = { ...state.detail, draft, version };
      return { version, faults: [] };
    },
  } satisfies Answers;
  return answers;
};

const show = (answers: Answers, auth = writes) =>
  showPage(<BuilderPage params={{ page: 'about' }} />, { at: '/content/pages/about', answers, state: { auth } });

const saved = (shown: ReturnType<typeof show>): BodyOf<'page'> =>
  shown.of('ops.content.save').at(-1)?.input['body'] as BodyOf<'page'>;

const titles = (): (string | null)[] =>
  within(screen.getByRole('list', { name: '内容模块，按显示的顺序' }))
    .getAllByRole('heading', { level: 2 })
    .map(({ textContent }) => textContent);

describe('R11.3 the page builder', () => {
  it('R11.3 a block is moved by keyboard alone, the focus goes with it, and its new place is announced', async () => {
    const shown = show(serving());
    (await screen.findByRole('button', { name: '下移 左文右图 甲' })).focus();
    await shown.keyboard.keyboard('{Enter}');
    expect(screen.getByText(/^左文右图 甲 现在是第 2.项，共 3.项$/)).toBeDefined();
    expect(document.activeElement?.getAttribute('aria-label')).toBe('下移 左文右图 甲');
    await shown.keyboard.keyboard('{Enter}');
    expect(document.activeElement?.getAttribute('aria-label')).toBe('上移 左文右图 甲');
    await shown.keyboard.click(screen.getByRole('button', { name: '保存草稿' }));
    await expect.poll(() => shown.of('ops.content.save')).toHaveLength(1);
    expect(saved(shown).blocks).toEqual([about.blocks[1], about.blocks[2], about.blocks[0]]);
    expect(shown.of('ops.content.save')[0]?.input).toMatchObject({ version: 3, body: { key: 'about' } });
  });

  it('R11.3 a block is copied below itself, removed, and a new one of any template is added with its form open', async () => {
    const shown = show(serving());
    await shown.keyboard.click(await screen.findByRole('button', { name: '复制 左文右图 甲' }));
    expect(titles()).toEqual(['1. 左文右图 甲', '2. 左文右图 甲', '3. 卡片组 乙', '4. 左文右图 丙']);
    await shown.keyboard.click(screen.getByRole('button', { name: '移除 卡片组 乙' }));
    await shown.keyboard.selectOptions(screen.getByRole('combobox', { name: '模块的模板' }), 'template_audio');
    await shown.keyboard.click(screen.getByRole('button', { name: '添加模块' }));
    await shown.keyboard.type(screen.getByLabelText(/^文字稿/), '大家好');
    await shown.keyboard.click(screen.getByRole('button', { name: '保存草稿' }));
    await expect.poll(() => shown.of('ops.content.save')).toHaveLength(1);
    expect(saved(shown).blocks.map(({ template }) => template)).toEqual([
      'template_leftText',
      'template_leftText',
      'template_leftText',
      'template_audio',
    ]);
    expect(saved(shown).blocks[3]).toMatchObject({ transcript: '大家好', audio: '', cover: '' });
  });

  it('R11.3 the cards of a block are edited, ordered and added where they stand', async () => {
    const shown = show(serving());
    await shown.keyboard.click(await screen.findByRole('button', { name: '编辑 卡片组 乙' }));
    await shown.keyboard.click(screen.getByRole('button', { name: '添加卡片' }));
    const fresh = within(screen.getByRole('listitem', { name: '新的卡片' }));
    await shown.keyboard.type(fresh.getByLabelText(/^标题/), '第二张');
    await shown.keyboard.click(screen.getByRole('button', { name: '上移 第二张' }));
    await shown.keyboard.click(screen.getByRole('button', { name: '保存草稿' }));
    await expect.poll(() => shown.of('ops.content.save')).toHaveLength(1);
    expect(saved(shown).blocks[1]).toMatchObject({ items: [{ title: '第二张' }, { title: '一张' }] });
  });

  it('R11.3 what is typed while a picture is uploaded stays, and so does the place to which the block was moved', async () => {
    const stored = Promise.withResolvers<{ url: string }>();
    const shown = show({ ...serving(), 'ops.content.upload': () => stored.promise });
    await shown.keyboard.click(await screen.findByRole('button', { name: '编辑 左文右图 甲' }));
    const file = new File(['png'], '图.png', { type: 'image/png' });
    const [input] = document.querySelectorAll<HTMLInputElement>('input[type=file]');
    if (input === undefined) throw new Error('there is a field for the picture');
    await shown.keyboard.upload(input, file);
    await shown.keyboard.type(screen.getByLabelText(/^图片说明/), '新');
    await shown.keyboard.click(screen.getByRole('button', { name: '下移 左文右图 甲' }));
    stored.resolve({ url: `/media/${'b'.repeat(32)}.png` });
    await expect.poll(() => document.querySelector('ol img')?.getAttribute('src')).toContain('bbbb');
    await shown.keyboard.click(screen.getByRole('button', { name: '保存草稿' }));
    await expect.poll(() => shown.of('ops.content.save')).toHaveLength(1);
    expect(saved(shown).blocks[1]).toMatchObject({
      title: '甲',
      image: `/media/${'b'.repeat(32)}.png`,
      imageAlt: '图新',
    });
    expect(saved(shown).blocks[0]).toEqual(about.blocks[1]);
  });

  it('R11.3 of two changes before the page is drawn again, such as a stored picture and a letter, both stay', async () => {
    let editor: Editor<'page'> | undefined;
    const shown = showPage(
      <RecordPage record="page" itemKey="about" sub="" blank={about}>
        {(present) => {
          editor = present;
          return null;
        }}
      </RecordPage>,
      { at: '/content/pages/about', answers: serving(), state: { auth: writes } },
    );
    await expect.poll(() => editor).toBeDefined();
    act(() => {
      editor?.change({ ...about, title: '新的标题' });
      editor?.change({ ...about, blocks: [] });
    });
    await shown.keyboard.click(screen.getByRole('button', { name: '保存草稿' }));
    await expect.poll(() => shown.of('ops.content.save')).toHaveLength(1);
    expect(saved(shown)).toMatchObject({ title: '新的标题', blocks: [] });
  });

  it('R11.3 what is typed while the draft is being saved stays typed, and is saved by the next press', async () => {
    const answers = serving();
    const answered = Promise.withResolvers<void>();
    const shown = show({
      ...answers,
      'ops.content.save': async (input: CallInput<'ops.content.save'>) => {
        await answered.promise;
        return answers['ops.content.save'](input);
      },
    });
    await shown.keyboard.type(await screen.findByLabelText(/^页面标题/), '一');
    await shown.keyboard.click(screen.getByRole('button', { name: '保存草稿' }));
    await expect.poll(() => shown.of('ops.content.save')).toHaveLength(1);
    await shown.keyboard.type(screen.getByLabelText(/^页面标题/), '二');
    answered.resolve();
    await expect.poll(() => toasts()).toEqual(['草稿已保存']);
    expect(screen.getByLabelText(/^页面标题/)).toHaveProperty('value', '关于我们一二');
    expect(screen.queryByText(/编辑期间/)).toBeNull();
    await shown.keyboard.click(screen.getByRole('button', { name: '保存草稿' }));
    await expect.poll(() => shown.of('ops.content.save')).toHaveLength(2);
    expect(saved(shown).title).toBe('关于我们一二');
    expect(shown.of('ops.content.save').at(-1)?.input).toMatchObject({ version: 4 });
  });

  it('R2.8 a sound is uploaded in its block, played there, and one that is too large is refused at the field', async () => {
    const url = `/media/${'c'.repeat(32)}.mp3`;
    const sound = { template: 'template_audio', title: '介绍', audio: '', cover: '', transcript: '大家好' } as const;
    const shown = show({
      ...serving({ published: { ...about, blocks: [sound] } }),
      'ops.content.upload': () => ({ url }),
    });
    await shown.keyboard.click(await screen.findByRole('button', { name: /^编辑 .*介绍/ }));
    const input = document.querySelector<HTMLInputElement>('input[accept=".mp3,.m4a"]');
    if (input === null) throw new Error('there is a field for the sound');
    await shown.keyboard.upload(input, new File([new Uint8Array(2_000_001)], '长.mp3', { type: 'audio/mpeg' }));
    expect(await screen.findByText(/^音频不能超过/)).toBeDefined();
    await shown.keyboard.upload(input, new File(['ID3'], '录音.mp3', { type: 'audio/mpeg' }));
    await expect.poll(() => screen.getByLabelText('试听音频').getAttribute('src')).toBe(url);
    await shown.keyboard.click(screen.getByRole('button', { name: '保存草稿' }));
    await expect.poll(() => shown.of('ops.content.save')).toHaveLength(1);
    expect(saved(shown).blocks[0]).toMatchObject({ audio: url });
  });

  it('R11.3 what keeps a page from being published is marked at the field of its block', async () => {
    const faults = [{ path: 'blocks.0.imageAlt', message: '第 1 个模块的图片说明：不能为空' }];
    const body = { ...about, blocks: [{ ...media('甲'), imageAlt: '' }] };
    const draft = { body, removes: false, by: '陈静', at: '2026-11-23T08:00:00.000Z', faults };
    const shown = show(serving({ draft }));
    await shown.keyboard.click(await screen.findByRole('button', { name: '编辑 左文右图 甲' }));
    expect(screen.getByLabelText(/^图片说明/).getAttribute('aria-invalid')).toBe('true');
  });

  it('R11.3 a page that is still empty starts blank, and is written', async () => {
    const shown = show(serving({ published: null, version: 1 }));
    await shown.keyboard.type(await screen.findByLabelText(/^页面标题/), '关于我们');
    await shown.keyboard.click(screen.getByRole('button', { name: '添加模块' }));
    await shown.keyboard.click(screen.getByRole('button', { name: '保存草稿' }));
    await expect.poll(() => shown.of('ops.content.save')).toHaveLength(1);
    expect(saved(shown)).toMatchObject({ record: 'page', key: 'about', title: '关于我们' });
    expect(saved(shown).blocks).toHaveLength(1);
  });

  it('R6.2 whom may only read sees the page and changes nothing', async () => {
    show(serving(), reads);
    expect(await screen.findByRole('button', { name: '下移 左文右图 甲' })).toBeDefined();
    expect(screen.getByRole('button', { name: '下移 左文右图 甲' }).closest('fieldset')?.disabled).toBe(true);
    expect(screen.queryByRole('button', { name: '发布' })).toBeNull();
  });

  it('R2.9 a failure offers a retry', async () => {
    show({
      'ops.content.detail': () => {
        throw refusal('ops.content.detail', 'RHSY429', { retryAfter: 1 });
      },
    });
    expect(await screen.findByRole('button', { name: /重试/ })).toBeDefined();
  });

  it.each([
    [0, 0, 2, 2],
    [1, 0, 2, 0],
    [1, 2, 0, 2],
    [2, 0, 1, 2],
    [1, 0, 1, 0],
  ])('R11.3 the block at %i stands, after one went from %i to %i, at %i', (place, from, to, now) => {
    expect(placeAfterMove(place, from, to)).toBe(now);
  });
});

describe('R11.3 the list of pages', () => {
  const entry = {
    version: 1,
    sort: 'about',
    key: 'about',
    title: '关于我们',
    group: '',
    isPublished: true,
    publishedBy: '陈静',
    publishedAt: '2026-11-22T08:00:00.000Z',
    draft: null,
    publishAt: null,
    failure: '',
  };

  it('R11.3 shows what stands of each', async () => {
    const draft = { by: '李娜', at: '2026-11-23T08:00:00.000Z', removes: false };
    const items = [entry, { ...entry, key: 'home', title: '首页', draft }];
    showPage(<PageListPage />, {
      at: '/content/pages',
      answers: { 'ops.content.page': () => ({ items, page: 1, pageSize: 50, nextCursor: null }) },
      state: { auth: reads },
    });
    expect(await screen.findByRole('link', { name: '关于我们' })).toBeDefined();
    expect(screen.getByText('已发布')).toBeDefined();
    expect(screen.getByText(/草稿由 李娜 保存于/)).toBeDefined();
  });

  it('R11.3 a page that was published a moment ago stands there as published', async () => {
    let draft: { by: string; at: string; removes: boolean } | null = {
      by: '李娜',
      at: '2026-11-23T08:00:00.000Z',
      removes: false,
    };
    const answers: Answers = {
      'ops.content.page': () => ({ items: [{ ...entry, draft }], page: 1, pageSize: 50, nextCursor: null }),
      'ops.content.publish': () => {
        draft = null;
        return { version: 2, publishAt: null };
      },
    };
    const list = () => showPage(<PageListPage />, { at: '/content/pages', answers, state: { auth: writes } });
    const before = list();
    expect(await screen.findByText('草稿')).toBeDefined();
    before.unmount();
    await publishDraft({ record: 'page', key: 'about', version: 1, idempotencyKey: 'k1' });
    list();
    expect(await screen.findByText('已发布')).toBeDefined();
  });

  it('R2.9 empty says what comes next', async () => {
    showPage(<PageListPage />, {
      at: '/content/pages',
      answers: { 'ops.content.page': () => ({ items: [], page: 1, pageSize: 50, nextCursor: null }) },
      state: { auth: reads },
    });
    expect(await screen.findByText('没有页面')).toBeDefined();
  });
});
