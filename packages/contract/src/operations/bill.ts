import { stageStatuses } from '@ronghui/domain/stage';
import { invalid } from '../declared-errors.ts';
import { type OperationSpec, operation } from '../operation.ts';
import {
  day,
  id,
  idempotencyKey,
  isoTime,
  list,
  object,
  optional,
  pageFields,
  pageOf,
  text,
  whole,
  word,
} from '../shapes.ts';

const named = () => object({ items: list(object({ id: id(), name: text(60) })) });
const version = () => whole(1, Number.MAX_SAFE_INTEGER);

/** A stage (账期) as the desk sees it; `confirmDays` are working days, `payDays` days. */
const stage = () =>
  object({
    stageId: id(),
    name: text(60),
    opensOn: day(),
    issuesOn: day(),
    confirmDays: whole(1, 60),
    payDays: whole(0, 365),
    status: word(stageStatuses),
    issuedAt: optional(isoTime()),
    version: version(),
  });

/** The errors of saving: `changed` also where an issued stage would change. */
const saving = { notFound: 'RHSY404', changed: 'RHSY409', invalid } as const;

/** What bills are grouped by: projects, products, organisations and stages (R10.3, R11.6). */
export const billOperations = {
  'project.list': operation({
    path: '/ftc/api/project/list',
    summary: '商户的项目',
    who: 'merchant',
    keys: ['bill.read', 'loanConsult.read'],
    certified: true,
    request: object({}),
    reply: named(),
  }),
  'product.list': operation({
    path: '/ftc/api/product/list',
    summary: '商户有明细或订单的产品',
    who: 'merchant',
    keys: ['bill.read', 'loanConsult.read'],
    certified: true,
    request: object({}),
    reply: named(),
  }),
  'org.all': operation({
    path: '/ftc/api/org/all',
    summary: '全部机构',
    who: 'merchant',
    keys: ['bill.read', 'loanConsult.read'],
    certified: true,
    request: object({}),
    reply: named(),
  }),
  'stage.all': operation({
    path: '/ftc/api/stage/all',
    summary: '全部账期',
    who: 'merchant',
    keys: ['bill.read', 'loanConsult.read'],
    certified: true,
    request: object({}),
    reply: named(),
  }),
  'ops.stage.page': operation({
    path: '/ftc/ops/stage/page',
    summary: '账期列表',
    who: 'ops',
    keys: ['ops.billing.read'],
    request: object({ status: optional(word(stageStatuses)), ...pageFields }),
    reply: pageOf(stage()),
  }),
  'ops.stage.save': operation({
    path: '/ftc/ops/stage/save',
    summary: '新建账期，或修改未出账的账期',
    who: 'ops',
    keys: ['ops.billing.write'],
    writes: true,
    idempotent: true,
    request: object({
      /** Without it a stage is made; with it, and the version that was read, one is changed. */
      stageId: optional(id()),
      version: optional(version()),
      name: text(60),
      opensOn: day(),
      issuesOn: day(),
      confirmDays: optional(whole(1, 60)),
      payDays: optional(whole(0, 365)),
      idempotencyKey: idempotencyKey(),
    }),
    reply: object({ stageId: id(), version: version() }),
    errors: saving,
  }),
  'ops.org.save': operation({
    path: '/ftc/ops/org/save',
    summary: '新建或修改机构',
    who: 'ops',
    keys: ['ops.billing.write'],
    writes: true,
    idempotent: true,
    request: object({
      orgId: optional(id()),
      version: optional(version()),
      name: text(60),
      idempotencyKey: idempotencyKey(),
    }),
    reply: object({ orgId: id(), version: version() }),
    errors: saving,
  }),
  'ops.project.save': operation({
    path: '/ftc/ops/project/save',
    summary: '新建或修改商户的项目',
    who: 'ops',
    keys: ['ops.billing.write'],
    writes: true,
    idempotent: true,
    request: object({
      tenantId: id(),
      projectId: optional(id()),
      version: optional(version()),
      name: text(60),
      idempotencyKey: idempotencyKey(),
    }),
    reply: object({ projectId: id(), version: version() }),
    errors: saving,
  }),
} satisfies Record<string, OperationSpec>;
