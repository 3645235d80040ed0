import { carriedSteps, leftReasons } from '@ronghui/domain/recon';
import { invalid, raced, racedOn } from '../../declared-errors.ts';
import { type OperationSpec, operation } from '../../operation.ts';
import {
  count,
  fen,
  flag,
  id,
  idempotencyKey,
  isoTime,
  list,
  object,
  optional,
  pageFields,
  pageOf,
  text,
  version,
  whole,
  word,
} from '../../shapes.ts';
import { rowChoices } from '../../table-shapes.ts';
import { carriedCounts, itemKind, ledgerMapping, reconSubject, run, toleranceFields } from './shapes.ts';

const read = { who: 'merchant', keys: ['recon.read'], certified: true } as const;
const write = { who: 'merchant', keys: ['recon.write'], certified: true, writes: true, idempotent: true } as const;

/** Runs: started, watched, cancelled, compared and closed (R13.4). */
export const runOperations = {
  'recon.start': operation({
    path: '/ftc/api/recon/start',
    summary: '开始对账',
    ...write,
    request: object({
      ledgerId: id(),
      ...reconSubject,
      mapping: ledgerMapping(),
      choices: optional(rowChoices()),
      idempotencyKey: idempotencyKey(),
    }),
    reply: run(),
    errors: {
      invalid,
      notFound: 'RHSY404',
      notIssued: 'RHRE003',
      tooMany: 'RHRE004',
      tooManyToday: 'RHRE025',
      fileGone: 'RHRE005',
    },
  }),
  'recon.again': operation({
    path: '/ftc/api/recon/again',
    summary: '用同一份商户账重新对账',
    ...write,
    /** `anyStage`: also when the ledger seems to be of another stage. */
    request: object({ runId: id(), anyStage: optional(flag()), idempotencyKey: idempotencyKey() }),
    reply: run(),
    errors: {
      notFound: 'RHSY404',
      notIssued: 'RHRE003',
      tooMany: 'RHRE004',
      tooManyToday: 'RHRE025',
      fileGone: 'RHRE005',
    },
  }),
  'recon.page': operation({
    path: '/ftc/api/recon/page',
    summary: '对账记录',
    ...read,
    passive: true,
    request: object({ stageId: optional(id()), ...pageFields }),
    reply: pageOf(run()),
  }),
  'recon.get': operation({
    path: '/ftc/api/recon/get',
    summary: '查询一次对账',
    ...read,
    passive: true,
    request: object({ runId: id() }),
    reply: run(),
    errors: { notFound: 'RHSY404' },
  }),
  'recon.cancel': operation({
    path: '/ftc/api/recon/cancel',
    summary: '取消对账',
    ...write,
    request: object({ runId: id(), idempotencyKey: idempotencyKey() }),
    reply: run(),
    errors: { notFound: 'RHSY404', changed: raced('RHSY409', 'runId') },
  }),
  'recon.changes': operation({
    path: '/ftc/api/recon/changes',
    summary: '与上一次对账相比',
    ...read,
    request: object({ runId: id() }),
    /** From which kind to which, of ledger rows and lines; what stayed as it was is left out. `null`: the row was not there. */
    reply: object({
      comparedRunId: optional(id()),
      changes: list(
        object({
          from: optional(itemKind()),
          to: optional(itemKind()),
          ledgerCount: count(),
          ledgerAmount: fen(),
          lineCount: count(),
          lineAmount: fen(),
        }),
        { max: 64 },
      ),
      /** What people decided in that run, as far as it holds on; `items`: the first ones of which something does not, by their numbers there. */
      carried: optional(
        object({
          ...carriedCounts,
          items: list(
            object({
              itemNo: count(),
              kind: itemKind(),
              rowNo: optional(count()),
              reference: optional(text(64)),
              difference: fen(),
              steps: list(word(carriedSteps), { max: carriedSteps.length }),
              reason: word(leftReasons),
            }),
            { max: 200 },
          ),
        }),
      ),
    }),
    errors: { notFound: 'RHSY404' },
  }),
  'recon.settings': operation({
    path: '/ftc/api/recon/settings',
    summary: '对账的容差',
    ...read,
    request: object({}),
    /** Version 0: nothing was saved, and the defaults hold. */
    reply: object({ ...toleranceFields, version: whole(0, Number.MAX_SAFE_INTEGER) }),
  }),
  'recon.saveSettings': operation({
    path: '/ftc/api/recon/saveSettings',
    summary: '保存对账的容差',
    ...write,
    request: object({
      ...toleranceFields,
      version: whole(0, Number.MAX_SAFE_INTEGER),
      idempotencyKey: idempotencyKey(),
    }),
    reply: object({ version: version() }),
    errors: { changed: racedOn('RHSY409', { tenant: true }) },
  }),
  'recon.dryRun': operation({
    path: '/ftc/api/recon/dryRun',
    summary: '用另一组容差试算一次对账',
    ...write,
    request: object({ runId: id(), ...toleranceFields, idempotencyKey: idempotencyKey() }),
    reply: run(),
    errors: {
      notFound: 'RHSY404',
      notIssued: 'RHRE003',
      tooMany: 'RHRE004',
      tooManyToday: 'RHRE025',
      fileGone: 'RHRE005',
    },
  }),
  'recon.close': operation({
    path: '/ftc/api/recon/close',
    summary: '结束对账并生成对账结果单',
    ...write,
    request: object({ runId: id(), version: version(), idempotencyKey: idempotencyKey() }),
    reply: run(),
    errors: {
      notFound: 'RHSY404',
      changed: raced('RHSY409', 'runId'),
      closed: raced('RHRE006', 'runId'),
      outdated: 'RHRE014',
    },
  }),
  'recon.statement': operation({
    path: '/ftc/api/recon/statement',
    summary: '对账结果单：两边的文件、笔数与金额',
    ...read,
    request: object({ runId: id() }),
    reply: object({
      run: run(),
      tenantName: text(80, { min: 0 }),
      /** Digest of the lines of the run's bills, as they were matched. */
      linesSha256: text(64, { min: 0 }),
      /** What the digest covers: absent, the totals; 2, every item and every bill too. */
      version: optional(whole(2, 2)),
      /** The bills of the stage, by their numbers, as they were matched. */
      bills: optional(
        list(
          object({ billNo: id(), lines: count(), linesSha256: text(64, { min: 0 }), amount: fen(), adjusted: fen() }),
          {
            max: 100_000,
          },
        ),
      ),
      /** The standing items: the rows of both sides, their kinds and rules, and what people decided of them, each as one digest over all. */
      items: optional(
        object({ count: count(), rowsSha256: text(64), conclusionsSha256: text(64), decisionsSha256: text(64) }),
      ),
      /** Digest of the statement, which `npm run recon:verify` finds again. */
      sha256: text(64),
    }),
    errors: { notFound: 'RHSY404', notClosed: 'RHRE007' },
  }),
  'recon.year': operation({
    path: '/ftc/api/recon/year',
    summary: '一年的账期与对账',
    ...read,
    request: object({ year: whole(2000, 2099) }),
    reply: object({
      stages: list(
        object({
          stageId: id(),
          stageName: text(60),
          /** Nothing was issued to the tenant in it. */
          isIssued: flag(),
          /** Of which directions bills were issued. */
          directions: optional(list(word(['payable', 'receivable']), { max: 2 })),
          /** The last result of each direction and side, or the last run where none has any. `disputed`: a feedback waits for its answer. */
          runs: list(
            object({
              runId: id(),
              side: word(['fee', 'basis']),
              direction: word(['payable', 'receivable']),
              state: word(['running', 'failed', 'differences', 'disputed', 'tied']),
              differencesLeft: count(),
              endedAt: optional(isoTime()),
              closedAt: optional(isoTime()),
              closedBy: optional(text(80, { min: 0 })),
              /** The bills were adjusted since, or issued again. */
              isOutdated: optional(flag()),
              /** A later run that has no result yet, or failed. */
              later: optional(object({ runId: id(), state: word(['running', 'failed']) })),
            }),
            { max: 4 },
          ),
        }),
        { max: 60 },
      ),
    }),
  }),
} satisfies Record<string, OperationSpec>;
