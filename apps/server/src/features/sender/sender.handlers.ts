import type { Input, Output, senderOperations } from '@ronghui/contract';
import { isDay } from '@ronghui/domain/calendar';
import { maskMobile } from '@ronghui/domain/identity/mobile';
import {
  hasCode,
  type SmsProvider,
  scenesWithoutTemplate,
  smsProviders,
  smsSceneNames,
  smsScenes,
} from '@ronghui/domain/sender/sms';
import { allTaken } from '#kernel/calls/all-taken';
import { rangeOf } from '#kernel/calls/asked-range';
import type { HandlersFor } from '#kernel/calls/context';
import { withStepProof } from '#kernel/calls/sessions/tickets';
import { wrongField } from '#kernel/calls/wrong-field';
import type { Db } from '#kernel/database/db';
import { findSmsWaitSec, takeSmsQuota, takeSpareSmsBudget } from '#kernel/jobs/sms-budget.sql';
import type { Ports } from '#kernel/ports';
import { reportSecret } from '#kernel/sending/reports';
import { allRest } from '#kernel/sending/rest.sql';
import {
  groupHours,
  listErrors,
  listRestsUntil,
  listSettings,
  type SettingRow,
  saveSetting,
  sumCosts,
} from './sender.sql.ts';

const daysAtMost = 31;
const dayMs = 86_400_000;
const errorsShown = 20;
/** How long a test message may wait for its provider. @unit ms */
const testMs = 300_000;

type Setting = Output<'ops.sender.save'>;

const templatesOf = (templates: Readonly<Record<string, string>>): Setting['templates'] =>
  smsScenes.flatMap((scene) => {
    const template = templates[scene];
    return template === undefined ? [] : [{ scene, template }];
  });

const shownOf = (
  provider: SmsProvider,
  row: SettingRow | undefined,
  { ports, restsUntil }: { readonly ports: Ports; readonly restsUntil: Date | undefined },
): Setting => ({
  provider,
  inUse: ports.config.smsOrder.includes(provider),
  signName: row?.sign_name ?? '',
  region: row?.region ?? '',
  templates: templatesOf(row?.templates ?? {}),
  missing: [...scenesWithoutTemplate(provider, row?.templates ?? {})],
  hundredthFen: row?.price_centifen ?? 0,
  reportPath: `/callbacks/sms/${provider}/${reportSecret(ports.digests, provider)}`,
  revision: row?.version ?? 0,
  ...(row === undefined ? {} : { savedBy: row.saved_by ?? '', savedAt: row.updated_at.toISOString() }),
  ...(restsUntil === undefined ? {} : { restsUntil: restsUntil.toISOString() }),
});

const readAll = async (db: Db, ports: Ports): Promise<Setting[]> => {
  const [rows, rests] = [await listSettings(db), await listRestsUntil(db)];
  return smsProviders.map((provider) =>
    shownOf(
      provider,
      rows.find((row) => row.provider === provider),
      { ports, restsUntil: rests.find((rest) => rest.provider === provider)?.until },
    ),
  );
};

/** What is wrong with an entered setting; undefined where nothing is. */
const faultOf = (
  { provider, signName, templates }: Input<'ops.sender.save'>,
  entered: Readonly<Record<string, string>>,
) => {
  if (new Set(templates.map(({ scene }) => scene)).size < templates.length)
    return wrongField('templates', '同一场景有两个模板');
  const missing = scenesWithoutTemplate(provider, entered);
  if (missing.length > 0)
    return wrongField('templates', `以下场景还没有模板：${missing.map((scene) => smsSceneNames[scene]).join('、')}`);
  return provider !== 'http' && signName.trim() === '' ? wrongField('signName', '请填写短信签名') : undefined;
};

const faultOfDays = ({ from, to }: Input<'ops.sender.figures'>) => {
  const { range, wrong } = rangeOf({ from, to });
  if (wrong !== undefined) return wrong;
  if (!isDay(from) || !isDay(to)) return wrongField(isDay(from) ? 'to' : 'from', '请填写有效的日期');
  if (from > to) return wrongField('to', '结束日期不能早于开始日期');
  const days = (Number(range.before) - Number(range.from)) / dayMs;
  return days > daysAtMost ? wrongField('to', `一次最多查看 ${daysAtMost} 天`) : undefined;
};

/** The senders of SMS in the console: settings, figures and a test message (R14.3, running 2.2, 2.5). */
export const senderHandlers: HandlersFor<typeof senderOperations> = {
  'ops.sender.settings': async (_input, { db, ports }) => ({
    order: [...ports.config.smsOrder],
    settings: await readAll(db, ports),
  }),

  'ops.sender.save': async (input, context) => {
    const { provider, signName, region, templates, hundredthFen, revision, stepTicket, ...rest } = input;
    allTaken(rest);
    const { staffId, ports, fail } = context;
    const entered = Object.fromEntries(
      templates.flatMap(({ scene, template }) => (template.trim() === '' ? [] : [[scene, template.trim()]])),
    );
    const wrong = faultOf(input, entered);
    if (wrong !== undefined) return fail('invalid', wrong);
    return withStepProof(context, stepTicket, (spend) =>
      context.transact(async (tx) => {
        if (!(await spend())) {
          context.audit({ object: provider });
          return fail('moreProof');
        }
        const before = (await readAll(tx, ports)).find((each) => each.provider === provider);
        const row = { provider, signName: signName.trim(), region: region.trim(), templates: entered };
        if (!(await saveSetting(tx, { ...row, hundredthFen, revision, staffId }))) return fail('changed');
        const after = (await readAll(tx, ports)).find((each) => each.provider === provider);
        if (before === undefined || after === undefined) return fail('changed');
        const recorded = ({ signName: sign, region: place, templates: texts, hundredthFen: price }: Setting) => ({
          signName: sign,
          region: place,
          hundredthFen: price,
          templates: texts.map(({ scene, template }) => `${scene} ${template}`).join('、'),
        });
        context.audit({ object: provider, before: recorded(before), after: recorded(after) });
        return after;
      }),
    );
  },

  'ops.sender.figures': async (asked, { db, fail }) => {
    const wrong = faultOfDays(asked);
    if (wrong !== undefined) return fail('invalid', wrong);
    const [hours, totals, errors] = [
      await groupHours(db, asked),
      await sumCosts(db, asked),
      await listErrors(db, asked, errorsShown),
    ];
    return {
      hours: hours.map(({ hour, median, retry, fail_over: failOver, wait, number, ...row }) => ({
        ...row,
        hour: hour.toISOString(),
        refused: { retry, failOver, wait, number },
        medianSec: median,
      })),
      totals: totals.map(({ provider, sent, cost }) => ({ provider, sent, costAmount: cost })),
      errors: errors.map(({ at, mobile_masked: mobileMasked, reason, ...row }) => ({
        ...row,
        at: at.toISOString(),
        mobileMasked,
        reason: reason ?? '',
      })),
    };
  },

  'ops.sender.test': async ({ mobile, scene, stepTicket, ...rest }, context) => {
    allTaken(rest);
    const { ports, fail } = context;
    const { limits } = ports;
    const mobileMasked = maskMobile(mobile);
    return withStepProof(context, stepTicket, (spend) =>
      context.transact(async (tx) => {
        if (!(await spend())) {
          context.audit({ object: mobileMasked });
          return fail('moreProof');
        }
        if (await allRest(tx, ports.config.smsOrder)) return fail('senderDown');
        const digest = ports.digests.of('mobile', mobile);
        const share = {
          perMinute: limits.smsPerMobilePerMinute,
          perHour: limits.smsPerMobilePerHour,
          perDay: limits.smsPerMobilePerDay,
        };
        if (!(await takeSmsQuota(tx, digest, share)))
          return fail('tooOften', { retryAfter: await findSmsWaitSec(tx, digest, share) });
        if (!(await takeSpareSmsBudget(tx, { perMinute: limits.smsPerMinute, perDay: limits.smsPerDay })))
          return fail('senderDown');
        // A code that opens nothing: none is stored.
        const code = hasCode(scene) ? ports.ids.digits(6) : '';
        const expiresAt = new Date(ports.clock.now().getTime() + testMs);
        await ports.outbox.enqueue(tx, { kind: 'sms', mobile, scene, code, expiresAt });
        context.audit({ object: mobileMasked, after: { scene } });
        return { mobileMasked };
      }),
    );
  },
};
