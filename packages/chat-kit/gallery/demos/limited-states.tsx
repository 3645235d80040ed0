import { useState } from 'react';
import { createRateWindow, RateLimitedButton } from '../../src/index.ts';

const shared = createRateWindow({ seconds: 5 });

export function LimitedStates() {
  const [count, setCount] = useState(0);
  const [outcome, setOutcome] = useState('');
  const click = () => setCount((all) => all + 1);
  return (
    <div className="g-row">
      <RateLimitedButton seconds={5} onClick={click}>
        每 5 秒一次
      </RateLimitedButton>
      <RateLimitedButton seconds={10} variant="primary" onClick={click}>
        {(left) => (left > 0 ? `${left} 秒后重发` : '获取验证码')}
      </RateLimitedButton>
      <RateLimitedButton seconds={5} variant="danger" warningType="error" warning="慢一点" onClick={click}>
        自己的提醒
      </RateLimitedButton>
      <RateLimitedButton seconds={5} warning={false} onClick={click}>
        不提醒
      </RateLimitedButton>
      <RateLimitedButton seconds={5} onWarn={({ text }) => setOutcome(text)} onClick={click}>
        交给页面提醒
      </RateLimitedButton>
      <RateLimitedButton
        seconds={60}
        onClick={async () => {
          click();
          return false;
        }}
      >
        没办成就不计时
      </RateLimitedButton>
      <RateLimitedButton seconds={5} rateWindow={shared} onClick={click}>
        两个按钮
      </RateLimitedButton>
      <RateLimitedButton seconds={5} rateWindow={shared} onClick={click}>
        共用一个窗口
      </RateLimitedButton>
      <RateLimitedButton seconds={5} variant="none" className="g-button" onClick={click}>
        自己的外观
      </RateLimitedButton>
      <span className="g-tag" role="status">
        生效 {count} 次 {outcome}
      </span>
    </div>
  );
}
