import { useState } from 'react';
import { createRequester, type RequestCall, type RequesterOptions, RequestFailure } from '../../../src/index.ts';

const reply = (body: unknown, status = 200) =>
  Promise.resolve(new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } }));
const never: typeof fetch = (_url, init) =>
  new Promise((_, reject) => init?.signal?.addEventListener('abort', () => reject(new Error('ended'))));
const locked = {
  encrypt: (text: string) => text,
  decrypt: () => {
    throw new Error('another key');
  },
};

const cases: { name: string; options: RequesterOptions; call?: () => RequestCall }[] = [
  { name: 'ret 不是 0', options: { fetch: () => reply({ ret: '4001', msg: '会话已结束' }) } },
  { name: '不是 HTTP 200', options: { fetch: () => reply({}, 503) } },
  { name: '超时', options: { fetch: never, timeoutMs: 500 } },
  { name: '调用方中止', options: { fetch: never }, call: () => ({ signal: AbortSignal.timeout(300) }) },
  { name: '解不开的密文', options: { fetch: () => reply({ encryptData: '…' }), encryption: locked } },
  { name: '没有网络', options: { fetch: () => Promise.reject(new TypeError('Failed to fetch')) } },
];

export function RequestFailures() {
  const [outcome, setOutcome] = useState('选一种失败');
  const run = async ({ options, call }: (typeof cases)[number]) => {
    setOutcome('…');
    try {
      await createRequester(options)('/chat/gateway/send', call?.());
    } catch (error) {
      if (!(error instanceof RequestFailure)) throw error;
      setOutcome(JSON.stringify({ reason: error.reason, status: error.status, body: error.body }));
    }
  };
  return (
    <>
      <div className="g-row">
        {cases.map((one) => (
          <button key={one.name} type="button" className="g-button" onClick={() => void run(one)}>
            {one.name}
          </button>
        ))}
      </div>
      <output className="g-out" style={{ display: 'block' }}>
        {outcome}
      </output>
    </>
  );
}
