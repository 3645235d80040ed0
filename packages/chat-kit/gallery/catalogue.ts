import type { ComponentType } from 'react';
import { AllTypes } from './demos/all-types.tsx';
import { AvatarsAndTime } from './demos/avatars-and-time.tsx';
import { ComposerStates } from './demos/composer-states.tsx';
import { ConfirmStates } from './demos/confirm-states.tsx';
import { DeskSide } from './demos/desk-side.tsx';
import { DisabledStates } from './demos/disabled-states.tsx';
import { EmptyList } from './demos/empty-list.tsx';
import { FieldNames } from './demos/field-names.tsx';
import { HtmlText } from './demos/html-text.tsx';
import { LimitedStates } from './demos/limited-states.tsx';
import { ListHandle } from './demos/list-handle.tsx';
import { LiveChat } from './demos/live-chat.tsx';
import { OwnLook } from './demos/own-look.tsx';
import { OwnRules } from './demos/own-rules.tsx';
import { PopupChat } from './demos/popup-chat.tsx';
import { PopupSizes } from './demos/popup-sizes.tsx';
import { RequestFailures } from './demos/requests/request-failures.tsx';
import { RequestForms } from './demos/requests/request-forms.tsx';
import { TrackerQueue } from './demos/requests/tracker-queue.tsx';
import { Slots } from './demos/slots.tsx';
import { StubChat } from './demos/stub-chat.tsx';
import { TenThousand } from './demos/ten-thousand.tsx';

/** One gallery entry with the code that shows it. */
export interface Demo {
  id: string;
  title: string;
  note?: string;
  code: string;
  Show: ComponentType;
}

const codes: Record<string, string> = import.meta.glob('./demos/**/*.tsx', {
  query: '?raw',
  import: 'default',
  eager: true,
});

const codeOf = (file: string): string => codes[`./demos/${file}.tsx`] ?? codes[`./demos/requests/${file}.tsx`] ?? '';

/** The gallery's content. */
export const groups: { title: string; lead: string; demos: Demo[] }[] = [
  {
    title: '实时对话',
    lead: '真的可以聊：发一句话，机器人会回；向上翻，历史会补上来，读到哪里就停在哪里。',
    demos: [
      {
        id: 'live',
        title: '在线客服',
        note: '翻到上面再等回复：不会被拉到底部，右下角会数出未读。',
        code: codeOf('live-chat'),
        Show: LiveChat,
      },
      {
        id: 'stub-chat',
        title: '会话：编号、状态、离线队列',
        note: 'createConversation 加 useConversation；这里的服务器是二十来行的替身。',
        code: codeOf('stub-chat'),
        Show: StubChat,
      },
      {
        id: 'popup-chat',
        title: '放进弹窗',
        note: '拖标题栏移动，拉边缘改大小；键盘：Tab 到手柄后用方向键。窄屏时是底部面板。',
        code: codeOf('popup-chat'),
        Show: PopupChat,
      },
    ],
  },
  {
    title: 'MessageList 消息列表',
    lead: '十二种类型、八种发送方；最新的先画出来，历史在空闲时补齐，全部在文档里，浏览器查找得到。',
    demos: [
      { id: 'types', title: '全部类型与发送方', code: codeOf('all-types'), Show: AllTypes },
      {
        id: 'html',
        title: 'HTML 文本',
        note: '先过净化再显示：脚本、样式、覆盖层都进不来。',
        code: codeOf('html-text'),
        Show: HtmlText,
      },
      {
        id: 'slots',
        title: '插槽',
        note: '在消息上方、气泡内、下方加自己的内容。',
        code: codeOf('slots'),
        Show: Slots,
      },
      {
        id: 'rules',
        title: '哪里来的可以显示',
        note: '图片与音视频的主机由页面决定；也可以换成自己的净化。',
        code: codeOf('own-rules'),
        Show: OwnRules,
      },
      {
        id: 'desk',
        title: '客服工作台一侧',
        note: 'ownSenders 说明谁是“我”，站在右边。',
        code: codeOf('desk-side'),
        Show: DeskSide,
      },
      {
        id: 'handle',
        title: '由页面控制',
        note: 'ref 给出 toTop()、toEnd() 与 place()。',
        code: codeOf('list-handle'),
        Show: ListHandle,
      },
      { id: 'time', title: '时间与头像', code: codeOf('avatars-and-time'), Show: AvatarsAndTime },
      {
        id: 'fields',
        title: '字段重映射',
        note: '消息字段叫什么都行。',
        code: codeOf('field-names'),
        Show: FieldNames,
      },
      { id: 'ten-thousand', title: '一万条消息', code: codeOf('ten-thousand'), Show: TenThousand },
      { id: 'empty', title: '空与加载中', code: codeOf('empty-list'), Show: EmptyList },
      { id: 'look', title: '换个样子', note: '外观全部由 CSS 变量决定。', code: codeOf('own-look'), Show: OwnLook },
    ],
  },
  {
    title: 'Composer 输入框与发送状态',
    lead: '回车发送，Shift 加回车换行；图片可以粘贴、拖入；自己的每条消息都说明走到了哪一步。',
    demos: [
      {
        id: 'composer',
        title: '快捷提问、超长、断网、禁用与原因、发送状态',
        code: codeOf('composer-states'),
        Show: ComposerStates,
      },
    ],
  },
  {
    title: 'PopupWindow 弹窗',
    lead: '默认占页面 45% × 85%，距顶 20、距左 10，最小 200 × 60；不会跑出页面。',
    demos: [{ id: 'popup', title: '大小、关闭方式与面板', code: codeOf('popup-sizes'), Show: PopupSizes }],
  },
  {
    title: 'RateLimitedButton 限频按钮',
    lead: '点一次之后，N 秒内的点击不算数，并给出提醒。',
    demos: [
      {
        id: 'limited',
        title: '限频、倒计时、共用窗口、自己的外观',
        code: codeOf('limited-states'),
        Show: LimitedStates,
      },
      { id: 'disabled', title: '禁用：开关、函数、异步结果', code: codeOf('disabled-states'), Show: DisabledStates },
    ],
  },
  {
    title: 'ConfirmPopup 确认框',
    lead: '不可逆的一步之前，说清将发生什么；异步确认时按钮显示加载，直到有结果。',
    demos: [
      {
        id: 'confirm',
        title: '同步、异步、失败、危险操作、先读后确认、留在原处',
        code: codeOf('confirm-states'),
        Show: ConfirmStates,
      },
    ],
  },
  {
    title: '无界面部分',
    lead: '不依赖 React，可单独使用。',
    demos: [
      {
        id: 'request',
        title: '请求助手',
        note: '三种编码、网关信封、可选加密；这里把发出去的内容显示出来。',
        code: codeOf('request-forms'),
        Show: RequestForms,
      },
      {
        id: 'failures',
        title: '请求为什么失败',
        note: '每种拒绝都有 reason、status 与（HTTP 200 时的）body。',
        code: codeOf('request-failures'),
        Show: RequestFailures,
      },
      {
        id: 'tracker',
        title: '行为上报',
        note: '满 10 条或 300 秒发送；离开页面时存在本地，不含个人信息。',
        code: codeOf('tracker-queue'),
        Show: TrackerQueue,
      },
    ],
  },
];
