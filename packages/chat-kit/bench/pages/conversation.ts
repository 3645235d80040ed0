import type { MessageSender, MessageType } from '../../src/headless/message.ts';

/** A message of the benchmark; each contestant renders it with its own components. */
export interface BenchMessage {
  dialogId: string;
  messageSender: MessageSender;
  messageType: MessageType;
  messageContent: string;
  multimediaUrl: string;
  createTime: number;
}

const sentences = [
  '您好，请问这张账单里的服务费是怎么算出来的？',
  '稍等，我帮您查一下。',
  '本期应付金额以结算单为准，如果与您的账目不一致，可以在账单详情里提交差异反馈，我们会在三个工作日内回复，处理进度会在站内通知里看到。',
  '好的，谢谢！',
  '权益卡券的有效期是自发放之日起 180 天，过期后不能使用，也不能退款，请您留意到期提醒。',
  'OK',
];

const html = [
  '<p>开通步骤：</p><ol><li>提交<b>企业认证</b></li><li>选择产品并确认价格</li><li>上传付款凭证</li></ol>',
  '详见<a href="https://example.com/help">帮助文档</a>，或拨打 <strong>400-000-0000</strong>。',
  '<table><tr><th>项目</th><th>金额</th></tr><tr><td>服务费</td><td>¥1,234.56</td></tr></table>',
];

const picture =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAgAAAAGCAIAAABxZ0isAAAAEklEQVR4nGNUdljPgA0wYRUdtBIAEtIA/zzEHFUAAAAASUVORK5CYII=';

const typeOf = (index: number): MessageType => {
  const place = index % 20;
  if (place === 4) return 'image';
  if (place === 9) return 'file';
  if (place === 13) return 'link';
  if (place === 17) return index % 40 === 17 ? 'voice' : 'video';
  return 'text';
};

const urlOf = (type: MessageType): string => {
  if (type === 'image') return picture;
  if (type === 'link') return 'https://example.com/';
  return type === 'voice' ? '/clip.mp3' : type === 'video' ? '/clip.mp4' : '';
};

/** Message number `index` of a mixed conversation: 80% text (a third of it HTML), the rest pictures, links, files, players. */
export function benchMessage(index: number): BenchMessage {
  const messageType = typeOf(index);
  const isOwn = index % 3 === 0;
  const text = `${sentences[index % sentences.length]}（第 ${index} 条）`;
  const words = !isOwn && index % 2 === 0 ? `${html[index % html.length]}（第 ${index} 条）` : text;
  return {
    dialogId: `d${index}`,
    messageSender: isOwn ? 'user' : index % 3 === 1 ? 'agent' : 'robot',
    messageType,
    messageContent: messageType === 'link' ? `链接 ${index}` : words,
    multimediaUrl: urlOf(messageType),
    createTime: 1_790_000_000_000 + index * 60_000,
  };
}

/** Messages from one number up to, but excluding, another. */
export function benchMessages(from: number, to: number): BenchMessage[] {
  return Array.from({ length: to - from }, (_, offset) => benchMessage(from + offset));
}
