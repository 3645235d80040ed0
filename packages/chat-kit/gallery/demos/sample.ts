import type { ChatMessage, MessageSender } from '../../src/index.ts';

/** A message as the demos use it. */
export type Message = Partial<ChatMessage>;

let count = 0;

/** Makes a text message with an id of its own. */
export function say(messageSender: MessageSender, messageContent: string, more: Message = {}): Message {
  count += 1;
  return { dialogId: `m${count}`, messageSender, messageType: 'text', messageContent, ...more };
}

const questions = ['这期账单的服务费怎么算的？', '权益卡券能退吗？', '对账差了一笔，怎么办？', '发票什么时候能开？'];
const answers = [
  '服务费 = 计费基数 × 费率，明细在账单详情的“金额是怎么来的”里，每一行都能点开。',
  '未领取的可以退，已领取的不能退。到期前 7 天会提醒您。',
  '在对账结果里选中那一行，点“提交差异反馈”，三个工作日内回复。',
  '账单结清后就可以申请，数电普票一般当天开出。',
];

/** Older messages of an earlier conversation, numbered downwards. */
export function history(page: number, size: number): Message[] {
  return Array.from({ length: size }, (_, index) => {
    const number = page * size + (size - index);
    const isUser = number % 2 === 0;
    const text = (isUser ? questions : answers)[Math.floor(number / 2) % 4] ?? '';
    return {
      dialogId: `h${number}`,
      messageSender: isUser ? 'user' : 'agent',
      messageType: 'text',
      messageContent: text,
      createTime: 1_790_000_000_000 - number * 420_000,
    };
  });
}
