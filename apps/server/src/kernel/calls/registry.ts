import type { OperationSpec } from '@ronghui/contract';
import type { AnyHandler, Operation } from '#kernel/calls/call';
import { compileRules } from '#kernel/calls/envelope/validation';
import { compileErrorData } from '#kernel/calls/replies/error-data';
import { compileReply } from '#kernel/calls/replies/reply-filter';

/** Every operation by its id and by its direct path. */
export interface Registry {
  byId(id: string): Operation | undefined;
  byPath(path: string): Operation | undefined;
  all(): readonly Operation[];
}

const isFile = (spec: OperationSpec): boolean => 'x-file' in spec.reply;

const isOurPath = (id: string, { path, door }: OperationSpec): boolean =>
  door === 'chat' ? path === `/chat/gateway/${id}` : /^\/ftc\/[A-Za-z]+(?:\/[A-Za-z]+)+$/.test(path);

/** Invalid declarations; the start fails on the first one, so that no operation can be called without its rules. */
const faultOf = (id: string, spec: OperationSpec): string | null => {
  const fields = Object.keys(spec.request.properties);
  if (!['visitor', 'merchant', 'ops'].includes(spec.who)) return `${id}: who may call it is not declared`;
  if (!isOurPath(id, spec)) return `${id}: its path is not one of ours`;
  if (spec.idempotent === true && !fields.includes('idempotencyKey'))
    return `${id}: an idempotent operation takes idempotencyKey`;
  if (spec.content === true && (spec.writes === true || spec.who !== 'visitor'))
    return `${id}: content is read by visitors`;
  if (spec.idempotent === true && spec.writes !== true) return `${id}: an idempotent operation writes`;
  return null;
};

/** Compiles declarations and handlers for the doors. Deny by default: the start fails on an incomplete one. */
export const createRegistry = (
  specs: Readonly<Record<string, OperationSpec>>,
  handlers: Readonly<Record<string, AnyHandler>>,
  { exactReplies }: { readonly exactReplies: boolean },
): Registry => {
  const byId = new Map<string, Operation>();
  const byPath = new Map<string, Operation>();
  for (const [id, spec] of Object.entries(specs)) {
    const handler = handlers[id];
    if (handler === undefined) throw new Error(`${id}: no handler`);
    const fault = faultOf(id, spec);
    if (fault !== null) throw new Error(fault);
    if (byPath.has(spec.path)) throw new Error(`${id}: its path is another operation's`);
    const filterReply = isFile(spec) ? (value: unknown) => value : compileReply(spec.reply, exactReplies);
    const filterErrorData = compileErrorData(spec.errors, exactReplies);
    const operation = { id, spec, rules: compileRules(spec), filterReply, filterErrorData, handler };
    byId.set(id, operation);
    byPath.set(spec.path, operation);
  }
  const all = [...byId.values()];
  return { byId: (id) => byId.get(id), byPath: (path) => byPath.get(path), all: () => all };
};
