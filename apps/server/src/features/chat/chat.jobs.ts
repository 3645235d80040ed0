import { announcedMinutes, nearsEnd, presentReception, silenceMinutes, visitorChatDays } from '@ronghui/domain/chat';
import { isServiceTime } from '@ronghui/domain/chat/hours';
import { findChatService } from '#features/site/site.reads';
import { type Job, job } from '#kernel/jobs/jobs';
import { lockConversation, updateConversation } from './chat.sql.ts';
import { ownerOf, type ReceptionRow, topicOf } from './conversation.ts';
import { dutyJobs } from './duty/giving-out.ts';
import { chatFileJobs } from './files/unsent-files.ts';
import { findReception, listNearEnd, listSilent, listUnattended, markAnnounced } from './reception.sql.ts';
import { endBySilence } from './receptions.ts';
import { type AgedAmong, dropAged, dropVisitor, listAged, listGone } from './retention.sql.ts';
import { appendMessage } from './sending.ts';
import { leaveStored } from './service-desk/leaving.ts';

const atOnce = 200;

/** Stores what silence has ended; who reads a reception sees its end by the clock before. @source service 1.4 */
const endSilent = job({
  name: 'chat.endSilent',
  every: { minutes: 1 },
  async run({ database, ports }) {
    const silent = await listSilent(database.reading('service'), { minutes: silenceMinutes, limit: atOnce });
    for (const conversationId of silent) {
      const ended = await database.transact('service', async (tx) => {
        const conversation = await lockConversation(tx, conversationId);
        const last = conversation === null ? null : await findReception(tx, conversationId);
        if (conversation === null || last === null || last.state === 'ended') return null;
        if (presentReception(last.state, last.spoken_at, ports.clock.now()) !== 'ended') return null;
        const { version } = await endBySilence(tx, last);
        updateConversation(tx, { ...conversation, reception_version: version });
        return conversation;
      });
      if (ended !== null) ports.wakeUps.wake(topicOf(ownerOf(ended)));
    }
  },
});

/** The author of what nobody says. */
const systemId = 'system';
const aboutToEnd = `已有 ${announcedMinutes}\u00a0分钟没有新消息，${silenceMinutes - announcedMinutes}\u00a0分钟后将结束本次接待；继续发送消息就不会结束。`;

/** Says five minutes before that silence will end a reception; once after the last words. @source service 1.4 */
const announceSilence = job({
  name: 'chat.announceSilence',
  every: { minutes: 1 },
  async run({ database, ports }) {
    const bounds = { from: announcedMinutes, until: silenceMinutes, limit: atOnce };
    for (const conversationId of await listNearEnd(database.reading('service'), bounds)) {
      const announced = await database.transact('service', async (tx) => {
        const conversation = await lockConversation(tx, conversationId);
        const last = conversation === null ? null : await findReception(tx, conversationId);
        if (conversation === null || last === null || !isDue(last, ports.clock.now())) return null;
        markAnnounced(tx, last.reception_id);
        const name = { authorId: systemId, clientId: `silence-${last.reception_id}-${last.spoken_at.getTime()}` };
        const words = { type: 'text', content: aboutToEnd, sender: 'system' } as const;
        await appendMessage(tx, conversation, { ...name, ...words, version: conversation.reception_version });
        return conversation;
      });
      if (announced !== null) ports.wakeUps.wake(topicOf(ownerOf(announced)));
    }
  },
});

/** Whether the end is near and nobody has announced it: somebody may have spoken since it was looked for. */
const isDue = ({ state, spoken_at: spokenAt, announced_at: announcedAt }: ReceptionRow, now: Date): boolean =>
  nearsEnd(state, spokenAt, now) && (announcedAt === null || announcedAt < spokenAt);

/** Has the robot offer to leave a message where nobody has taken a reception within the promised time, or nobody is there. @source service 3.4 */
const leave = job({
  name: 'chat.leave',
  every: { minutes: 1 },
  async run({ database, ports }) {
    const db = database.reading('service');
    const { hours, promisedSec } = await findChatService(db);
    const now = ports.clock.now();
    const asked = { promisedSec, isOpen: isServiceTime(hours, now), limit: atOnce };
    for (const conversationId of await listUnattended(db, asked)) {
      const left = await database.transact('service', async (tx) => {
        const conversation = await lockConversation(tx, conversationId);
        if (conversation === null) return null;
        return (await leaveStored(tx, conversation, { hours, now })) === null ? null : conversation;
      });
      if (left !== null) ports.wakeUps.wake(topicOf(ownerOf(left)));
    }
  },
});

/** How many conversations a statement looks at. */
const lookedAt = 2_000;
/** The most rounds of a day for visitors; what is left goes on the next. */
const mostRounds = 500;

/** Removes what is kept long enough: visitors' words after 180 days, tenants' after `chatDays`, and visitors of whom nothing is left. @source service 3.5 */
const dropOld = job({
  name: 'chat.dropOld',
  every: { dailyAt: '19:23' },
  async run({ database, ports, log }) {
    // Rows would go, and their files stay, where the folder of the store is not mounted.
    if (!(await ports.isStoreOurs())) return;
    const retention = { visitorDays: visitorChatDays, tenantDays: ports.limits.chatDays };
    const db = database.reading('service');
    let count = 0;
    for (let after: string | null = ''; after !== null; ) {
      const { last, aged }: AgedAmong = await listAged(db, retention, { after, limit: lookedAt });
      for (const conversationId of aged) {
        const storageKeys = await database.transact('service', async (tx) =>
          (await lockConversation(tx, conversationId)) === null ? [] : dropAged(tx, conversationId, retention),
        );
        for (const key of storageKeys)
          await ports.files.remove(key).catch((error: unknown) => log.warn({ event: 'storageFailed', error }));
      }
      count += aged.length;
      after = last;
    }
    for (let round = 0; round < mostRounds; round += 1) {
      const gone = await listGone(db, atOnce);
      for (const visitorId of gone) await database.transact('service', (tx) => dropVisitor(tx, visitorId));
      if (gone.length < atOnce) break;
    }
    if (count > 0) log.info({ event: 'swept', job: 'chat.dropOld', count });
  },
});

/** Scheduled work of customer service. */
export const chatJobs: readonly Job[] = [announceSilence, leave, endSilent, dropOld, ...dutyJobs, ...chatFileJobs];
