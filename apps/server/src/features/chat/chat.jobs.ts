import { presentReception, silenceMinutes } from '@ronghui/domain/chat';
import { type Job, job } from '#kernel/jobs/jobs';
import { lockConversation, updateConversation } from './chat.sql.ts';
import { ownerOf, topicOf } from './conversation.ts';
import { findReception, listSilent } from './reception.sql.ts';
import { endBySilence } from './receptions.ts';

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

/** Scheduled work of customer service. */
export const chatJobs: readonly Job[] = [endSilent];
