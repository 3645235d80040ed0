import { type ChatMessage, MessageList } from '../../src/index.ts';
import { say } from './sample.ts';

const messages = [
  say('user', '我的订单到哪一步了？'),
  say('agent', '', { messageType: 'custom' }),
  say('agent', '这样回答有帮助吗？'),
];

const below = (message: ChatMessage) =>
  message.messageContent.includes('有帮助吗') ? (
    <div className="g-row" style={{ marginTop: 6 }}>
      <button type="button" className="g-button">
        有帮助
      </button>
      <button type="button" className="g-button">
        没帮助
      </button>
    </div>
  ) : null;

const inside = (message: ChatMessage) =>
  message.messageType === 'custom' ? (
    <div className="g-order">
      <span className="g-tag">订单 DD20261108-0042 · 待付款</span>
      <b>¥12,800.00</b>
      <span>员工弹性福利 · 12 个月</span>
    </div>
  ) : null;

const above = (message: ChatMessage) =>
  message.messageSender === 'user' ? <span className="g-tag">来自：订单页</span> : null;

export function Slots() {
  return (
    <div className="g-list">
      <MessageList messages={messages} renderAbove={above} renderInside={inside} renderBelow={below} />
    </div>
  );
}
