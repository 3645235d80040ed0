import type { Reception } from '@ronghui/chat-kit';
import { Button } from '@ronghui/ui';
import { type JSX, useState } from 'react';
import css from './chat-page.module.css';

interface ReceptionLineProps {
  readonly reception: Reception | undefined;
  readonly isTyping: boolean;
  readonly onHandOver: () => Promise<void>;
  readonly onEnd: () => Promise<void>;
}

/** Who answers at the moment, and the ways to a person and to the end. @source service 1.4 */
export const ReceptionLine = ({ reception, isTyping, onHandOver, onEnd }: ReceptionLineProps): JSX.Element => {
  const [isBusy, setBusy] = useState(false);
  const press = (act: () => Promise<void>) => async () => {
    setBusy(true);
    await act().finally(() => setBusy(false));
  };
  const state = reception?.state;
  const isOpen = state === 'robot' || state === 'waiting' || state === 'serving';
  return (
    <div className={css.reception}>
      <p role="status">{wordsOf(reception, isTyping)}</p>
      {state === 'robot' && (
        <Button size="small" loading={isBusy} onClick={press(onHandOver)}>
          转人工
        </Button>
      )}
      {isOpen && (
        <Button size="small" loading={isBusy} onClick={press(onEnd)}>
          结束接待
        </Button>
      )}
    </div>
  );
};

const wordsOf = (reception: Reception | undefined, isTyping: boolean): string => {
  switch (reception?.state) {
    case 'robot':
      return '智能客服为您解答';
    case 'waiting':
      return reception.waitingBefore
        ? `正在为您转接客服，前面还有\u00a0${reception.waitingBefore}\u00a0位`
        : '正在为您转接客服，请稍候';
    case 'serving':
      return `客服${reception.agent ? ` ${reception.agent} ` : ''}正在${isTyping ? '输入…' : '为您服务'}`;
    case 'left':
      return '已转为留言，客服会在这里回复您';
    case 'ended':
      return '本次接待已结束，继续发送消息会开始新的接待';
    case undefined:
      return '请描述您的问题，我们会尽快答复';
  }
};
