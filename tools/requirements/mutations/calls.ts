import type { Mutation } from '../mutation.ts';

const client = 'packages/client/src';
const contract = 'packages/contract/src';
const portal = 'apps/portal/src';
const server = 'apps/server/src';

/** R7 to R9: calls, errors, constants. */
export const callMutations: readonly Mutation[] = [
  {
    clause: 'R7.1',
    breaks: 'the doors take every method',
    file: `${server}/kernel/http/doors.ts`,
    from: 'app.post(path, { onRequest: enter }, enter);',
    to: 'app.all(path, { onRequest: enter }, enter);',
    test: `${server}/kernel/http/doors.test.ts`,
    fails: 'R7.1 /ftc/portal/login answers a POST and nothing else',
  },
  {
    clause: 'R7.2',
    breaks: 'mapped calls go to another address',
    file: `${client}/doors.ts`,
    from: '  address: `/ops?operationId=${operationId}`,',
    to: '  address: `/gateway?operationId=${operationId}`,',
    test: `${client}/client.test.ts`,
    fails: 'R7.2 a call by id is a signed form POST to the gateway with channel OAPP',
  },
  {
    clause: 'R7.3',
    breaks: 'an Excel reply is read as JSON',
    file: `${client}/reply.ts`,
    from: '/attachment|excel|octet-stream/i',
    to: '/attachment|octet-stream/i',
    test: `${client}/reply.test.ts`,
    fails: 'R7.3 a reply that says excel becomes a blob with a file name',
  },
  {
    clause: 'R7.4',
    breaks: 'a nonce may be used again',
    file: `${server}/kernel/calls/envelope/signature.ts`,
    from: "return typeof answer === 'string' ? refuse(answer) : answer.then(refuse);",
    to: "return typeof answer === 'string' ? undefined : answer.then(refuse);",
    test: `${server}/kernel/calls/envelope/signature.test.ts`,
    fails:
      'R7.4 a nonce is used once, also with another timestamp, and a nonce dated ahead is kept until its window has passed',
  },
  {
    clause: 'R7.5',
    breaks: 'the published description is empty',
    file: `${server}/kernel/http/system-doors.ts`,
    from: 'jsonFile(await jsonInTurns(describeOpenApi(nounsWith(isShown)), 2))',
    to: 'asJson({})',
    test: `${server}/kernel/http/system-doors.test.ts`,
    fails: 'R7.5 openapi.json describes them, and the page shows them to people',
  },
  {
    clause: 'R8.1',
    breaks: 'the text of a lock is shortened',
    file: `${contract}/wire/seed-texts.ts`,
    from: '账号已锁定，请十分钟后重试',
    to: '账号已锁定',
    test: `${contract}/catalogue.test.ts`,
    fails: 'R8.1 ["OPS10003"] read 账号已锁定，请十分钟后重试',
  },
  {
    clause: 'R8.2',
    breaks: 'a code that could not be sent has the catalogue’s text',
    file: `${client}/error-text.ts`,
    from: "codeSendingOperations.includes(operationId) && channel === 'sms';",
    to: "codeSendingOperations.includes(operationId) && channel === 'email';",
    test: `${client}/error-text.test.ts`,
    fails: 'R8.2 any mapped error of portal.sendSmsCode reads 验证码发送失败',
  },
  {
    clause: 'R8.3',
    breaks: 'the status table comes before an RH error’s own text',
    file: `${client}/error-text.ts`,
    from: "if (errCode?.startsWith('RH') && errMsg) return",
    to: "if (errCode?.startsWith('RH') && errMsg && statusTexts[status] === undefined) return",
    test: `${client}/error-text.test.ts`,
    fails: 'R8.3 an RH error shows its own errMsg, before the status table',
  },
  {
    clause: 'R8.4',
    breaks: 'the fallback of the error boundary has no trace id',
    file: `${portal}/shell/messages/page-boundary.tsx`,
    from: 'const traceId = lastTraceId();',
    to: 'const traceId: string | undefined = undefined;',
    test: `${portal}/shell/messages/page-boundary.test.tsx`,
    fails: 'R8.4 the fallback names the trace id of the last failed call',
  },
  {
    clause: 'R8.5',
    breaks: 'an error has no trace id',
    file: `${server}/kernel/calls/replies/wire-reply.ts`,
    from: '    traceId,\n',
    to: '',
    test: `${server}/kernel/calls/dispatch.test.ts`,
    fails: 'R8.5 every reply has the security headers and a trace id',
  },
  {
    clause: 'R8.6',
    breaks: 'an empty password is a wrong one',
    file: `${server}/features/account/login.handlers.ts`,
    from: "    if (mobile === '' || pwd === '') return fail('empty');\n",
    to: '',
    test: `${server}/features/account/login.test.ts`,
    fails: 'R8.6 an empty account or password is OPS100011, a malformed mobile a wrong pair',
  },
  {
    clause: 'R9.1',
    breaks: 'dragging stops at 10 px from the edge',
    file: 'packages/chat-kit/src/headless/window/window-frame.ts',
    from: 'const edgeTolerance = 20;',
    to: 'const edgeTolerance = 10;',
    test: 'packages/chat-kit/src/headless/window/window-frame.test.ts',
    fails: 'R9.1 the measures are those of the requirement',
  },
];
