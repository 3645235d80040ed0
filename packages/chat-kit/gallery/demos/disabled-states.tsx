import { useCallback, useState } from 'react';
import { RateLimitedButton } from '../../src/index.ts';

const later = <Value,>(value: Value): Promise<Value> =>
  new Promise((resolve) => setTimeout(() => resolve(value), 1500));
const notYet = () => later({ message: '还差一步：请先完成企业认证' });
const broken = () => Promise.reject(new Error('offline'));

export function DisabledStates() {
  const [isReady, setReady] = useState(false);
  const byFunction = useCallback(() => !isReady, [isReady]);
  return (
    <div className="g-row">
      <RateLimitedButton seconds={5} disabled>
        开关
      </RateLimitedButton>
      <RateLimitedButton seconds={5} disabled={byFunction}>
        函数
      </RateLimitedButton>
      <label>
        <input type="checkbox" checked={isReady} onChange={(event) => setReady(event.target.checked)} /> 已阅读
      </label>
      <RateLimitedButton seconds={5} variant="primary" disabled={notYet}>
        异步：指上来看原因
      </RateLimitedButton>
      <RateLimitedButton seconds={5} disabled={broken}>
        异步：检查失败
      </RateLimitedButton>
    </div>
  );
}
