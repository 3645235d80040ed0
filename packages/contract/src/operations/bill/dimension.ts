import { takenFilters } from '@ronghui/domain/desk';
import { stageStatuses } from '@ronghui/domain/stage';
import { invalid, raced } from '../../declared-errors.ts';
import { type DeclaredErrors, type OperationSpec, operation } from '../../operation.ts';
import {
  day,
  id,
  idempotencyKey,
  isoTime,
  lastStep,
  list,
  name,
  object,
  optional,
  pageFields,
  pageOf,
  text,
  version,
  whole,
  word,
} from '../../shapes.ts';

const named = () => object({ items: list(object({ id: id(), name: text(60) })) });

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

/** What the desk looks up by its name. */
const namedKinds = ['tenant', 'product', 'org', 'project', 'stage'] as const;

/** The errors of saving the record that a field names: `changed` also where an issued stage would change. */
const savingOf = (field: string) =>
  ({ notFound: 'RHSY404', changed: raced('RHSY409', field), invalid }) as const satisfies DeclaredErrors;

/** What bills are grouped by: projects, products, organisations and stages (R10.3, R11.6). */
export const dimensionOperations = {
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
    // For the filter of orders too, which need no certification.
    keys: ['order.read', 'bill.read', 'loanConsult.read'],
    request: object({}),
    reply: named(),
  }),
  'org.all': operation({
    path: '/ftc/api/org/all',
    summary: '全部机构',
    who: 'merchant',
    // For the filter of consents too, which need no certification.
    keys: ['authorization.read', 'bill.read', 'loanConsult.read'],
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
    /** With `stageId` that one alone, and who saved it last. */
    request: object({
      stageId: optional(id()),
      status: optional(word(stageStatuses)),
      /** Who works on its drafts. */
      taken: optional(word(takenFilters)),
      ...pageFields,
    }),
    /** `draftsSince` is when the drafts that wait to be issued were drawn up. */
    reply: pageOf(
      object({
        ...stage().properties,
        takenBy: optional(text(60, { min: 0 })),
        draftsSince: optional(isoTime()),
        last: lastStep(),
      }),
    ),
  }),
  'ops.stage.save': operation({
    path: '/ftc/ops/stage/save',
    summary: '保存账期：新建，或修改未出账的账期',
    who: 'ops',
    keys: ['ops.billing.write'],
    writes: true,
    idempotent: true,
    request: object({
      /** Without it a stage is made; with it, and the version that was read, one is changed. */
      stageId: optional(id()),
      version: optional(version()),
      name: name(60),
      opensOn: day(),
      issuesOn: day(),
      confirmDays: optional(whole(1, 60)),
      payDays: optional(whole(0, 365)),
      idempotencyKey: idempotencyKey(),
    }),
    reply: object({ stageId: id(), version: version() }),
    errors: savingOf('stageId'),
  }),
  'ops.bill.names': operation({
    path: '/ftc/ops/bill/names',
    summary: '按名称查找商户、产品、机构、项目与账期',
    who: 'ops',
    keys: ['ops.billing.read'],
    /** `keyword` is a part of the name; with `id` that one alone. Projects are those of a tenant; the latest stages come first, all others by name. */
    request: object({
      kind: word(namedKinds),
      keyword: optional(text(60)),
      tenantId: optional(id()),
      id: optional(id()),
    }),
    /** The first fifty. */
    reply: object({ items: list(object({ id: id(), name: text(80) }), { max: 50 }) }),
  }),
  'ops.org.page': operation({
    path: '/ftc/ops/org/page',
    summary: '机构列表',
    who: 'ops',
    keys: ['ops.billing.read'],
    /** By name; `keyword` is a part of it. With `orgId` that one alone, and who saved it last. */
    request: object({ orgId: optional(id()), keyword: optional(text(60)), ...pageFields }),
    reply: pageOf(object({ orgId: id(), name: text(60), createdAt: isoTime(), version: version(), last: lastStep() })),
  }),
  'ops.org.save': operation({
    path: '/ftc/ops/org/save',
    summary: '保存机构：新建或修改',
    who: 'ops',
    keys: ['ops.billing.write'],
    writes: true,
    idempotent: true,
    request: object({
      orgId: optional(id()),
      version: optional(version()),
      name: name(60),
      idempotencyKey: idempotencyKey(),
    }),
    reply: object({ orgId: id(), version: version() }),
    errors: savingOf('orgId'),
  }),
  'ops.project.page': operation({
    path: '/ftc/ops/project/page',
    summary: '商户的项目列表',
    who: 'ops',
    keys: ['ops.billing.read'],
    /** By name; `keyword` is a part of it. With `projectId` that one alone, and who saved it last. */
    request: object({
      projectId: optional(id()),
      tenantId: optional(id()),
      keyword: optional(text(60)),
      ...pageFields,
    }),
    reply: pageOf(
      object({
        projectId: id(),
        tenantId: id(),
        tenantName: text(80, { min: 0 }),
        name: text(60),
        createdAt: isoTime(),
        version: version(),
        last: lastStep(),
      }),
    ),
  }),
  'ops.project.save': operation({
    path: '/ftc/ops/project/save',
    summary: '保存商户的项目：新建或修改',
    who: 'ops',
    keys: ['ops.billing.write'],
    writes: true,
    idempotent: true,
    request: object({
      tenantId: id(),
      projectId: optional(id()),
      version: optional(version()),
      name: name(60),
      idempotencyKey: idempotencyKey(),
    }),
    reply: object({ projectId: id(), version: version() }),
    errors: savingOf('projectId'),
  }),
} satisfies Record<string, OperationSpec>;
