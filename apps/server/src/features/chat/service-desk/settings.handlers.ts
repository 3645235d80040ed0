import type { deskChatOperations, Output } from '@ronghui/contract';
import { hoursText, type ServiceHours } from '@ronghui/domain/chat/hours';
import { type ChatService, findChatService } from '#features/site/site.reads';
import { setChatService } from '#features/site/site.steps';
import { nameOfStaff } from '#features/staff/staff.reads';
import { allTaken } from '#kernel/calls/all-taken';
import type { HandlersFor } from '#kernel/calls/context';
import { wrongField } from '#kernel/calls/wrong-field';

type SettingsOperations = Pick<typeof deskChatOperations, 'ops.chat.settings' | 'ops.chat.setSettings'>;

const shownOf = ({
  hours,
  promisedSec,
  assignment,
  maxPerAgent,
  revision,
  setBy,
  setAt,
}: ChatService): Output<'ops.chat.settings'> => ({
  hours,
  promisedSec,
  assignment,
  maxPerAgent,
  revision,
  ...(setBy !== undefined && { setBy }),
  ...(setAt !== undefined && { setAt }),
});

/** What the trail keeps, in one line each. */
const recordedOf = ({
  hours,
  promisedSec,
  assignment,
  maxPerAgent,
}: Omit<ChatService, 'revision' | 'setBy' | 'setAt'>) => ({
  serviceHours: hours === null ? '' : hoursText(hours),
  promisedSec,
  assignment,
  maxPerAgent,
});

const closesAfter = (hours: ServiceHours | null): boolean => hours === null || hours.opensMinute < hours.closesMinute;

/** When persons of customer service are there. @source service 3.4, service 5.3 */
export const settingsHandlers: HandlersFor<SettingsOperations> = {
  'ops.chat.settings': async (_input, { db }) => shownOf(await findChatService(db)),

  'ops.chat.setSettings': async ({ hours, promisedSec, assignment, maxPerAgent, revision, ...rest }, context) => {
    allTaken(rest);
    const { staffId, now, fail, audit } = context;
    if (!closesAfter(hours)) return fail('invalid', wrongField('hours.closesMinute', '下班时间须晚于上班时间'));
    return context.transact(async (tx) => {
      const before = await findChatService(tx);
      if (before.revision !== revision) return fail('changed');
      const setBy = await nameOfStaff(tx, staffId);
      const next = {
        hours,
        promisedSec,
        assignment,
        maxPerAgent,
        revision: revision + 1,
        setBy,
        setAt: now.toISOString(),
      };
      if (!(await setChatService(tx, next))) return fail('changed');
      audit({ object: 'chatService', before: recordedOf(before), after: recordedOf(next) });
      return shownOf(next);
    });
  },
};
