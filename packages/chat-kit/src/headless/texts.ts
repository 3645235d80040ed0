import type { ChatMessage, MessageType } from './message.ts';
import { isHtml, roughText } from './sanitise.ts';

/** The list's own texts; each can be replaced. The notices are R12.1's and R12.2's. */
export const messageListTexts = {
  label: '聊天记录',
  empty: '暂无消息',
  history: '以上为历史消息',
  loadingOlder: '正在加载历史消息',
  toTop: '回到顶部',
  toEnd: '回到底部',
  unseen: (count: number): string => `${count} 条新消息`,
  own: '我',
  user: '用户',
  agent: '客服',
  robot: '机器人',
  client: '客户',
  system: '系统',
  image: '图片',
  voice: '语音',
  video: '视频',
  viewImage: '查看图片',
  closeViewer: '关闭图片',
  openImage: '在新标签页打开',
  userVoice: '用户发送了一段语音',
  otherVoice: '发送了一段语音',
  bzcard: '发送了一张名片',
  file: '发送了一个文件',
  location: '发送了位置信息',
  redPack: '发送了一个红包',
  fundsTrans: '发送了一笔转账',
};

/** Texts of a message list. @source R12.1, R12.2 */
export type MessageListTexts = typeof messageListTexts;

/** The fixed notice of a type that has no content of its own. @source R12.2 */
export function noticeOf(type: MessageType, texts: MessageListTexts): string | undefined {
  switch (type) {
    case 'bzcard':
    case 'file':
    case 'location':
    case 'redPack':
    case 'fundsTrans':
      return texts[type];
    case 'text':
    case 'link':
    case 'image':
    case 'voice':
    case 'video':
    case 'custom':
    case 'other':
      return undefined;
  }
}

/** Who speaks, in words. */
export function speakerOf({ messageSender }: ChatMessage, texts: MessageListTexts, isOwn: boolean): string {
  if (isOwn) return texts.own;
  switch (messageSender) {
    case 'user':
    case 'userin':
      return texts.user;
    case 'robot':
    case 'robotin':
      return texts.robot;
    case 'agent':
      return texts.agent;
    case 'client':
      return texts.client;
    case 'system':
    case 'history':
      return texts.system;
  }
}

/** What is said when a voice message has no address. @source R12.2 */
export function voiceNotice({ messageSender }: ChatMessage, texts: MessageListTexts): string {
  return messageSender === 'user' || messageSender === 'userin' ? texts.userVoice : texts.otherVoice;
}

/** A message in words, for the announcer. */
export function summaryOf(message: ChatMessage, texts: MessageListTexts): string {
  const { messageContent, messageType } = message;
  if (messageType === 'image' || messageType === 'video') return texts[messageType];
  if (messageType === 'voice') return voiceNotice(message, texts);
  const words = noticeOf(messageType, texts) ?? messageContent;
  return isHtml(words) ? roughText(words) : words;
}
