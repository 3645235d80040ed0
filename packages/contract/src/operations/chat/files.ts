import { invalid, storageDown, tooOften } from '../../declared-errors.ts';
import { type OperationSpec, operation } from '../../operation.ts';
import { file, id, object, optional, uploadFields } from '../../shapes.ts';
import { chatFile } from './shapes.ts';

const none = { notFound: 'RHSY404' } as const;
const faults = { invalid, tooLarge: 'RHSY413', storage: storageDown, tooOften } as const;

/** Pictures and files of the customer's side, at the chat gateway (contract 6). */
export const customerFileOperations = {
  'chat.upload': operation({
    path: '/chat/gateway/chat.upload',
    summary: '上传要发送的图片或文件',
    who: 'visitor',
    door: 'chat',
    writes: true,
    upload: true,
    /** Without `conversationId` a merchant's user has one made; a visitor sends pictures only, and only while a person serves. */
    request: object({ conversationId: optional(id()), ...uploadFields }),
    reply: chatFile(),
    errors: { ...none, ...faults, notServed: 'RHCS011', tooMany: 'RHCS012' },
  }),
  'chat.download': operation({
    path: '/chat/gateway/chat.download',
    summary: '读取会话里的图片或文件',
    who: 'visitor',
    door: 'chat',
    request: object({ fileId: id() }),
    reply: file(),
    errors: { ...none, storage: storageDown },
  }),
} satisfies Record<string, OperationSpec>;

/** The same of the desk. */
export const deskFileOperations = {
  'ops.chat.upload': operation({
    path: '/ftc/ops/chat/upload',
    summary: '上传要发给客户的图片或文件',
    who: 'ops',
    keys: ['ops.chat.write'],
    writes: true,
    upload: true,
    request: object({ conversationId: id(), ...uploadFields }),
    reply: chatFile(),
    errors: { ...none, ...faults },
  }),
  'ops.chat.download': operation({
    path: '/ftc/ops/chat/download',
    summary: '读取会话里的图片或文件',
    who: 'ops',
    keys: ['ops.chat.read'],
    request: object({ fileId: id() }),
    reply: file(),
    errors: { ...none, storage: storageDown },
  }),
} satisfies Record<string, OperationSpec>;
