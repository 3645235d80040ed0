import { type customerFileOperations, type deskFileOperations, keysOfStaff } from '@ronghui/contract';
import { presentReception } from '@ronghui/domain/chat';
import { chatFileBounds } from '@ronghui/domain/chat/files';
import type { FileKind } from '@ronghui/domain/file-kind';
import { checkAttached, type KeptAttached, openStored, storeAttached } from '#features/file/file.steps';
import { waitSecOf } from '#kernel/calls/admission/wait-sec';
import type { HandlerContext, HandlersFor } from '#kernel/calls/context';
import type { Tx } from '#kernel/database/db';
import { findConversation, lockConversation } from '../chat.sql.ts';
import type { ConversationRow } from '../conversation.ts';
import { type Customer, customerOf } from '../customer.ts';
import { lockNamed, lockOrMake } from '../own-conversation.ts';
import { findReception } from '../reception.sql.ts';
import { endOf } from '../receptions.ts';
import { countFiles, findChatFile, findUnsent, insertChatFile } from './chat-file.sql.ts';

const pictures = ['png', 'jpeg'] as const satisfies readonly FileKind[];
const anyKind = ['pdf', 'png', 'jpeg', 'xlsx', 'csv'] as const satisfies readonly FileKind[];
const folder = 'chat';

const answerOf = (fileId: string, { name, size, mime }: KeptAttached) => ({ fileId, name, size, mime });

/**
 * Whether a customer may add one more: a visitor while a person serves, and neither more than a reception's or a day's. Under the conversation's lock none is
 * counted twice. @source service 2.6
 */
const refusalOf = async (
  tx: Tx,
  { conversation_id: conversationId }: Pick<ConversationRow, 'conversation_id'>,
  { isVisitor, now }: { readonly isVisitor: boolean; readonly now: Date },
): Promise<'notServed' | 'tooMany' | null> => {
  const last = await findReception(tx, conversationId);
  const isServed = last !== null && presentReception(last.state, last.spoken_at, now) === 'serving';
  if (isVisitor && !isServed) return 'notServed';
  const { inReception, inDay, bytes } = await countFiles(tx, conversationId, last === null ? null : endOf(last, now));
  const perDay = isVisitor ? chatFileBounds.perVisitorDay : chatFileBounds.perUserDay;
  const isFull = bytes >= chatFileBounds.conversationMegabytes * 2 ** 20;
  return isFull || inReception >= chatFileBounds.perReception || inDay >= perDay ? 'tooMany' : null;
};

/** How long after an upload whose answer was lost it is sent again. @unit minutes */
const repeatMinutes = 2;

type Uploading = HandlerContext<(typeof customerFileOperations)['chat.upload']>;

/** Stores a customer's picture or file in their conversation; a merchant's user has one made. The same bytes again, before they are sent, are the same file. */
const upload = async (
  { conversationId, name, size }: { readonly conversationId?: string | undefined; name: string; size: number },
  context: Uploading,
) => {
  const { ports, now, fail } = context;
  const customer = await customerOf(context);
  if (customer === null) return fail('notFound');
  const isVisitor = customer.owner.visitorId !== null;
  checkAttached(
    { name, size },
    isVisitor
      ? { kinds: pictures, megabytes: chatFileBounds.visitorMegabytes, askedFor: '请发送 PNG 或 JPEG 图片' }
      : {
          kinds: anyKind,
          megabytes: ports.limits.uploadMegabytes,
          askedFor: '请发送 PDF、PNG、JPEG、XLSX 或 CSV 文件',
        },
    context,
  );
  const place = await context.transactFor(customer.person, async (tx) => {
    const conversation = await lockOwn(tx, customer, { conversationId, newId: () => ports.ids.id() });
    if (conversation === null) return 'notFound';
    const refusal = await refusalOf(tx, conversation, { isVisitor, now });
    // What it is shows once it is kept: one that is here already is no more than there was.
    const own = { conversationId: conversation.conversation_id, ...sideOf(customer) };
    const mayBeHere = refusal === 'tooMany' && (await findUnsent(tx, { ...own, minutes: repeatMinutes })) !== null;
    return refusal === null || mayBeHere ? conversation : refusal;
  });
  if (typeof place === 'string') return fail(place);
  const share = { limit: ports.limits.uploadsPerTenantPerMinute, windowMs: 60_000 };
  const retryAfter = await waitSecOf(ports.fast, `upload:${customer.owner.tenantId ?? customer.authorId}`, share);
  if (retryAfter > 0) return fail('tooOften', { retryAfter });
  const fileId = ports.ids.id();
  return storeAttached({ name, folder, owner: customer.owner.tenantId ?? 'visitors' }, context, async (kept, drop) => {
    const own = { conversationId: place.conversation_id, ...sideOf(customer) };
    const outcome = await context.transactFor(customer.person, async (tx) => {
      const conversation = await lockNamed(tx, customer, place.conversation_id);
      if (conversation === null) return 'notFound';
      const same = await findUnsent(tx, { ...own, sha256: kept.sha256 });
      if (same !== null) return same;
      const refusal = await refusalOf(tx, conversation, { isVisitor, now });
      if (refusal === null) await insertChatFile(tx, { ...rowOf(fileId, kept), ...own });
      return refusal;
    });
    if (outcome === null) return answerOf(fileId, kept);
    await drop();
    return typeof outcome === 'string' ? fail(outcome) : outcome;
  });
};

const lockOwn = (
  tx: Tx,
  customer: Customer,
  { conversationId, newId }: { readonly conversationId: string | undefined; readonly newId: () => string },
): Promise<ConversationRow | null> =>
  conversationId === undefined ? lockOrMake(tx, customer, newId) : lockNamed(tx, customer, conversationId);

const sideOf = ({ authorId }: Customer) => ({ side: 'customer', authorId }) as const;

const rowOf = (fileId: string, { name, mime, size, sha256, storageKey }: KeptAttached) => ({
  fileId,
  name,
  mime,
  sizeBytes: size,
  sha256,
  storageKey,
});

/** Pictures and files of the customer's side. @source service 1.2, service 2.6 */
export const customerFileHandlers: HandlersFor<typeof customerFileOperations> = {
  'chat.upload': upload,

  'chat.download': async ({ fileId }, context) => {
    const customer = await customerOf(context);
    if (customer === null) return context.fail('notFound');
    const file = await context.transactFor(customer.person, (tx) => findChatFile(tx, fileId, customer));
    return file === null ? context.fail('notFound') : openStored(file, context);
  },
};

/** The same of the desk: of any conversation, for who may read it. */
export const deskFileHandlers: HandlersFor<typeof deskFileOperations> = {
  'ops.chat.upload': async ({ conversationId, name, size }, context) => {
    const { db, ports, staffId, fail } = context;
    const taken = {
      kinds: anyKind,
      megabytes: ports.limits.uploadMegabytes,
      askedFor: '请发送 PDF、PNG、JPEG、XLSX 或 CSV 文件',
    };
    checkAttached({ name, size }, taken, context);
    if ((await findConversation(db, conversationId)) === null) return fail('notFound');
    const share = { limit: ports.limits.uploadsPerTenantPerMinute, windowMs: 60_000 };
    const retryAfter = await waitSecOf(ports.fast, `upload:${staffId}`, share);
    if (retryAfter > 0) return fail('tooOften', { retryAfter });
    const fileId = ports.ids.id();
    return storeAttached({ name, folder, owner: staffId }, context, async (kept, drop) => {
      const own = { conversationId, side: 'staff', authorId: staffId } as const;
      const same = await context.transact(async (tx) => {
        if ((await lockConversation(tx, conversationId)) === null) return fail('notFound');
        const found = await findUnsent(tx, { ...own, sha256: kept.sha256 });
        if (found === null) await insertChatFile(tx, { ...rowOf(fileId, kept), ...own });
        context.audit({
          object: found?.fileId ?? fileId,
          after: { conversationId, mime: kept.mime, size: kept.size },
        });
        return found;
      });
      if (same !== null) await drop();
      return same ?? answerOf(fileId, kept);
    });
  },

  'ops.chat.download': async ({ fileId }, context) => {
    const isAuditor = keysOfStaff(context.roles).has('ops.audit.read');
    const file = await findChatFile(context.db, fileId, { authorId: context.staffId, isAuditor });
    if (file === null) return context.fail('notFound');
    // Each look at what was taken back stands in the trail.
    if (file.is_recalled) context.audit({ object: fileId, after: { conversationId: file.conversation_id } });
    return openStored(file, context);
  },
};
