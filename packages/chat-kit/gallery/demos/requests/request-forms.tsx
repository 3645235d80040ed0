import { useState } from 'react';
import { createRequester, type RequestCall, RequestFailure } from '../../../src/index.ts';

const echo: typeof fetch = async (url, init) => {
  const body =
    init?.body instanceof FormData
      ? [...init.body.entries()].map(([name, part]) => `${name}: ${typeof part === 'string' ? part : part.name}`)
      : init?.body;
  const data = {
    url: new Request(url).url,
    method: init?.method,
    credentials: init?.credentials,
    headers: init?.headers,
    body,
  };
  return new Response(JSON.stringify({ ret: '0', data }), { headers: { 'content-type': 'application/json' } });
};

const mirror = {
  encrypt: (text: string) => [...text].reverse().join(''),
  decrypt: (text: string) => [...text].reverse().join(''),
};

const data = { dialogId: '42', tags: ['账单', '发票'], remark: null };
const calls: { name: string; call: RequestCall; isEncrypted?: boolean }[] = [
  { name: '表单', call: { data } },
  { name: 'GET', call: { method: 'GET', data } },
  { name: 'JSON', call: { data, encoding: 'json' } },
  { name: '带文件', call: { data, encoding: 'multipart', file: { content: new Blob(['x']), fileName: '截图.png' } } },
  { name: '网关信封', call: { data, gateway: true } },
  { name: '网关 + 加密', call: { data, gateway: true }, isEncrypted: true },
];

export function RequestForms() {
  const [sent, setSent] = useState('选一种方式');
  const run = async ({ call, isEncrypted = false }: (typeof calls)[number]) => {
    const request = createRequester({
      fetch: echo,
      hosts: { localhost: '', [location.hostname]: 'https://chat.example.com' },
      sign: 'demo',
      ...(isEncrypted ? { encryption: mirror } : {}),
    });
    try {
      setSent(JSON.stringify(await request('/chat/gateway/send', call), null, 2));
    } catch (error) {
      setSent(error instanceof RequestFailure ? `${error.reason} ${error.status}` : '');
    }
  };
  return (
    <>
      <div className="g-row">
        {calls.map((one) => (
          <button key={one.name} type="button" className="g-button" onClick={() => void run(one)}>
            {one.name}
          </button>
        ))}
      </div>
      <output className="g-out" style={{ display: 'block' }}>
        {sent}
      </output>
    </>
  );
}
