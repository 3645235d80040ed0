import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp } from '#kernel/testing/test-app';
import { chatBody, type TestBrowser } from '#kernel/testing/test-client';

let app: TestApp;
let browser: TestBrowser;
beforeAll(async () => {
  app = await testApp({ env: { ALLOWED_ORIGINS: 'https://www.example.com' } });
  browser = await app.open();
});
afterAll(() => app.close());

const json = { 'content-type': 'application/json' };
const post = async (id: string, body: string, headers: Readonly<Record<string, string>> = json) => {
  const reply = await browser.post(`/chat/gateway/${id}`, body, { headers });
  return { status: reply.status, headers: reply.headers, body: JSON.parse(reply.text) };
};
/** The parts of a signed call. */
const signedCall = (data = '{}', id = 'chat.open') => browser.envelope(id, data);
const open =
  '{"conversationId":null,"firstSeq":1,"lastSeq":0,"reception":null,"cursors":{"own":0,"other":0},"unread":0}';

describe('contract 6 the chat gateway', () => {
  it('contract 6 answers 200 with ret and data, and nothing else', async () => {
    expect(await post('chat.open', chatBody(signedCall()))).toMatchObject({
      status: 200,
      body: { ret: '0', data: JSON.parse(open) },
    });
    const refused = await post('chat.open', chatBody(signedCall('{"unknown":1}')));
    expect(refused).toMatchObject({ status: 200, body: { ret: 'RHSY422', msg: '填写内容有误，请检查标出的项' } });
    expect(Object.keys(refused.body)).toEqual(['ret', 'msg', 'data']);
  });

  it('contract 6 the sign covers the exact bytes of data, however they are written, and spaces around it are JSON’s', async () => {
    for (const data of [
      '{ }',
      '{\n}',
      '{"conversationId":"x"  , "after": 0,"limit":1}',
      '{"conversationId":"\\u0061"}',
    ]) {
      const id = data.includes('conv') ? 'chat.history' : 'chat.open';
      const body = chatBody(signedCall(data, id));
      expect((await post(id, body)).body.ret, data).not.toBe('UMDP00001');
      const spaced = chatBody(signedCall(data, id)).replace('"data":', ' "data" : ').replace(/\}$/, ' }\n');
      expect((await post(id, spaced)).body.ret, data).not.toBe('UMDP00001');
      const other = chatBody(signedCall(data, id)).replace(data, data.replace('{', '{ '));
      expect((await post(id, other)).body, data).toMatchObject({ ret: 'UMDP00001', data: { reason: 'BAD_SIGN' } });
    }
  });

  it('contract 6 an upload is its envelope, its data and one file, in that order, and is signed over the data', async () => {
    const file = Buffer.from('x');
    const data = JSON.stringify({ name: 'a.pdf', size: 1, sha256: createHash('sha256').update(file).digest('hex') });
    const boundary = '--of-the-test';
    const part = (name: string, value: string): string =>
      `--${boundary}\r\ncontent-disposition: form-data; name="${name}"${name === 'file' ? '; filename="x"' : ''}\r\n\r\n${value}\r\n`;
    const sendParts = (parts: readonly (readonly [string, string])[]) =>
      post('chat.upload', `${parts.map((one) => part(...one)).join('')}--${boundary}--\r\n`, {
        'content-type': `multipart/form-data; boundary=${boundary}`,
      });
    const params = (of = data): string => {
      const { keyId, timestamp, nonce, sign } = signedCall(of, 'chat.upload');
      return JSON.stringify({ channel: 'PUBCC', sign: [keyId, timestamp, nonce, sign].join('.') });
    };
    const rest = [
      ['data', data],
      ['file', 'x'],
    ] as const;
    // A visitor who has not written has no conversation: everything before that was right.
    expect((await sendParts([['reqEnvParams', params()], ...rest])).body.ret).toBe('RHSY404');
    expect((await sendParts([['reqEnvParams', params('{}')], ...rest])).body).toMatchObject({
      ret: 'UMDP00001',
      data: { reason: 'BAD_SIGN' },
    });
    for (const parts of [
      [
        ['data', data],
        ['reqEnvParams', params()],
        ['file', 'x'],
      ],
      [
        ['reqEnvParams', params()],
        ['file', 'x'],
        ['data', data],
      ],
      [['reqEnvParams', params()], ['reqEnvParams', params()], ...rest],
      [
        ['reqEnvParams', params()],
        ['data', data],
        ['data', data],
        ['file', 'x'],
      ],
      [['reqEnvParams', params()], ['channel', 'OAPP'], ...rest],
      [
        ['reqEnvParams', params()],
        ['data', data],
      ],
      [['reqEnvParams', 'x'], ...rest],
    ] as const)
      expect((await sendParts(parts)).body.ret, JSON.stringify(parts)).toBe('RHSY400');
  });

  it('contract 6 a call is signed for its operation, serves once, and is of the door’s channel', async () => {
    const call = chatBody(signedCall());
    expect((await post('chat.open', call)).body.ret).toBe('0');
    expect((await post('chat.open', call)).body).toMatchObject({ ret: 'UMDP00001', data: { reason: 'REPLAY' } });
    const other = signedCall('{"conversationId":"x"}', 'chat.open');
    expect((await post('chat.history', chatBody(other))).body).toMatchObject({
      ret: 'UMDP00001',
      data: { reason: 'BAD_SIGN' },
    });
    const wrongChannel = chatBody(signedCall()).replace('PUBCC', 'OAPP');
    expect((await post('chat.open', wrongChannel)).body).toMatchObject({ ret: 'UMDP00001' });
    const late = chatBody({ ...signedCall(), timestamp: '1700000000000' });
    expect((await post('chat.open', late)).body).toMatchObject({ ret: 'UMDP00001', data: { reason: 'CLOCK_SKEW' } });
  });

  it('contract 6 takes its two members in their order and no others, and nothing that is no JSON', async () => {
    const { keyId, timestamp, nonce, sign } = signedCall();
    const env = `"reqEnvParams":{"channel":"PUBCC","sign":"${keyId}.${timestamp}.${nonce}.${sign}"}`;
    for (const body of [
      `{"data":{},${env}}`,
      `{${env},"data":{},"more":1}`,
      `{${env},"more":1,"data":{}}`,
      `{${env.replace('"}', '","more":1}')},"data":{}}`,
      `{${env.replace('"channel":"PUBCC",', '')},"data":{}}`,
      `{${env}}`,
      `{${env},"data":}`,
      `{${env},"data":{}`,
      `{${env},"data":{}} {}`,
      '',
      '[]',
      'channel=OAPP&data=%7B%7D',
    ])
      expect((await post('chat.open', body)).body.ret, body).toMatch(/^(?:RHSY400|UMDP00001)$/);
    // A byte that is no UTF-8, a megabyte, and a body of another type.
    expect(
      await browser.post('/chat/gateway/chat.open', Buffer.from([0x7b, 0xff, 0x7d]), { headers: json }),
    ).toMatchObject({ status: 200 });
    expect(
      (await post('chat.send', chatBody(signedCall(`{"content":"${'x'.repeat(1_048_576)}"}`, 'chat.send')))).body.ret,
    ).toBe('RHSY413');
    expect((await post('chat.open', chatBody(signedCall()), { 'content-type': 'text/plain' })).body.ret).toBe(
      'RHSY400',
    );
  });

  it('contract 6 answers for chat alone, and no other door answers for it', async () => {
    for (const id of ['chat.unknown', 'sys.isVisible', 'ops.chat.queue', 'portal.login'])
      expect((await post(id, chatBody(signedCall('{}', id)))).body.ret, id).toBe('RHSY404');
    const form = browser.body('chat.open', '{}');
    expect((await browser.post('/ops?operationId=chat.open', form)).body.errCode).toBe('RHSY404');
    const direct = await browser.post('/chat/gateway/chat.open', browser.body('/chat/gateway/chat.open', '{}'));
    expect(JSON.parse(direct.text).ret).toBe('RHSY400');
  });

  it('security 4.2 a page of another site is refused; one of a listed origin may ask first and reads the answer', async () => {
    const foreign = await post('chat.open', chatBody(signedCall()), {
      ...json,
      origin: 'https://evil.example',
      'sec-fetch-site': 'cross-site',
    });
    expect(foreign.body.ret).toBe('RHSY403');
    const origin = 'https://www.example.com';
    const listed = await post('chat.open', chatBody(signedCall()), { ...json, origin, 'sec-fetch-site': 'same-site' });
    expect(listed).toMatchObject({ body: { ret: '0' }, headers: { 'access-control-allow-origin': origin } });
    const ask = (from: string) =>
      app.app.http.inject({
        method: 'OPTIONS',
        url: '/chat/gateway/chat.open',
        headers: { origin: from, 'access-control-request-method': 'POST' },
      });
    const allowed = await ask(origin);
    expect(allowed.statusCode).toBe(204);
    expect(allowed.headers).toMatchObject({
      'access-control-allow-origin': origin,
      'access-control-allow-credentials': 'true',
      'access-control-allow-headers': 'content-type',
      'access-control-allow-methods': 'POST',
    });
    const refused = await ask('https://evil.example');
    expect(refused.statusCode).toBe(404);
    expect(refused.headers).not.toHaveProperty('access-control-allow-origin');
  });

  it('contract 6 only shedding is a 503', async () => {
    const busy = await testApp({ maxInFlight: 0 });
    try {
      const reply = await busy.browser().post('/chat/gateway/chat.open', '{}', { headers: json });
      expect([reply.status, reply.headers['retry-after']]).toEqual([503, '1']);
    } finally {
      await busy.close();
    }
  });
});
