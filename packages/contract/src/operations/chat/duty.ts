import { dutyStatuses } from '@ronghui/domain/chat/duty';
import { type OperationSpec, operation } from '../../operation.ts';
import { count, object, word } from '../../shapes.ts';

const own = () =>
  object({
    status: word(dutyStatuses),
    /** How many receptions the caller serves. */
    serving: count(),
    /** How many members are 在线, the caller among them. */
    online: count(),
  });

/** Who is there to take receptions (service 5.3). */
export const dutyOperations = {
  'ops.chat.duty': operation({
    path: '/ftc/ops/chat/duty',
    summary: '自己的接待状态，询问即表示控制台开着',
    who: 'ops',
    keys: ['ops.chat.write'],
    passive: true,
    request: object({}),
    reply: own(),
  }),
  'ops.chat.setDuty': operation({
    path: '/ftc/ops/chat/setDuty',
    summary: '设置自己的接待状态：在线、忙碌或离线',
    who: 'ops',
    keys: ['ops.chat.write'],
    writes: true,
    request: object({ status: word(dutyStatuses) }),
    reply: own(),
  }),
} satisfies Record<string, OperationSpec>;
