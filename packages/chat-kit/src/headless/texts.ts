import { roughText } from './html/html-text.ts';
import { type ChatMessage, isSlotType, type MessageSender, type MessageType } from './message.ts';

/** The list's default texts; each can be replaced. The notices are those of R12.1 and R12.2. */
export const messageListTexts = {
  label: '聊天记录',
  empty: '暂无消息',
  history: '以上为历史消息',
  loadingOlder: '正在加载历史消息',
  olderFailed: '历史消息加载失败',
  retryOlder: '重试',
  toTop: '回到顶部',
  toEnd: '回到底部',
  unseen: (count: number): string => `${count} 条新消息`,
  own: '我',
  user: '用户',
  agent: '客服',
  robot: '机器人',
  client: '客户',
  system: '系统',
  says: (speaker: string, words: string): string => `${speaker}：${words}`,
  image: '图片',
  voice: '语音',
  video: '视频',
  viewImage: '查看图片',
  userVoice: '用户发送了一段语音',
  otherVoice: '发送了一段语音',
  bzcard: '发送了一张名片',
  file: '发送了一个文件',
  openFile: '打开文件',
  location: '发送了位置信息',
  redPack: '发送了一个红包',
  fundsTrans: '发送了一笔转账',
};

/** Texts of a message list. @source R12.1, R12.2 */
export type MessageListTexts = typeof messageListTexts & Partial<ViewerTexts>;

/** Texts of the picture viewer. */
export interface ViewerTexts {
  closeViewer: string;
  openImage: string;
}

const noticeTypes = ['bzcard', 'file', 'location', 'redPack', 'fundsTrans'] as const;

/** The fixed notice of a type that has no content of its own; undefined for the others. @source R12.2 */
export function noticeOf(type: MessageType, texts: MessageListTexts): string | undefined {
  const notice = noticeTypes.find((one) => one === type);
  return notice && texts[notice];
}

type Speaker = Exclude<MessageSender, 'userin' | 'robotin' | 'history'>;

function speakerKind({ messageSender }: ChatMessage): Speaker {
  if (messageSender === 'userin') return 'user';
  if (messageSender === 'robotin') return 'robot';
  return messageSender === 'history' ? 'system' : messageSender;
}

/** The label of the speaker. */
export function speakerOf(message: ChatMessage, texts: MessageListTexts, isOwn: boolean): string {
  return isOwn ? texts.own : texts[speakerKind(message)];
}

/** A message as text, for the announcer. */
export function summaryOf(message: ChatMessage, texts: MessageListTexts): string {
  const { messageContent, messageType } = message;
  if (messageType === 'image' || messageType === 'video') return texts[messageType];
  // announced when a voice message has no address
  if (messageType === 'voice') return speakerKind(message) === 'user' ? texts.userVoice : texts.otherVoice;
  // their content belongs to the caller's slots
  if (isSlotType(messageType)) return texts.unseen(1);
  return noticeOf(messageType, texts) ?? roughText(messageContent);
}

/** A pop-up window's default texts; each can be replaced. */
export const popupWindowTexts = {
  close: '关闭',
  move: '移动窗口（方向键）',
  resize: '调整大小（方向键）',
};

/** The words of a conversation and of a composer; each can be replaced. */
export const conversationTexts = {
  recalled: '对方撤回了一条消息',
  ownRecalled: '您撤回了一条消息',
  recall: '撤回',
  sending: '发送中',
  sent: '已送达',
  read: '已读',
  unsent: '未发送',
  retry: '重试',
  offline: '网络断开，恢复后自动发送',
  composer: '消息',
  placeholder: '请输入，回车发送',
  send: '发送',
  addFile: '添加文件',
  removeFile: (name: string): string => `移除 ${name}`,
  quickQuestions: '快捷提问',
  count: (length: number, limit: number): string => `${length} / ${limit}`,
  tooLong: (limit: number): string => `最多 ${limit}\u00a0个字`,
};
