import { shanghaiTime } from '@ronghui/domain/csv';
import {
  type CommandVerb,
  type CommandVerbs,
  operatorAuthor,
  type VerbArgs,
  type VerbOutcome,
} from '#kernel/command-verb';
import type { Database } from '#kernel/database/db';
import { dropStopped, listStopped, releaseStopped } from '#kernel/jobs/outbox.sql';
import type { Ports } from '#kernel/ports';
import { heldMessageOf } from '#kernel/sending/held-message';

const shownAtMost = 200;

const list: CommandVerb = {
  usage: '    恢复备份后停下的短信与邮件，最早的 200 条',
  async run({ vault }, database) {
    const rows = await listStopped(database.reading('service'), shownAtMost);
    const lines = rows.map(({ outbox_id, sealed_payload, created_at }) => {
      const { kind, toMasked, about } = heldMessageOf(vault, sealed_payload);
      return `${outbox_id}  ${shanghaiTime(created_at)}  ${kind === 'sms' ? '短信' : '邮件'} ${toMasked}（${about}）`;
    });
    return { ok: true, text: lines.length === 0 ? '没有停下的短信与邮件。' : lines.join('\n') };
  },
};

/** The numbers that were typed; null where one is none, or none was. */
const numbersIn = ({ words }: VerbArgs): readonly number[] | null => {
  const numbers = words.map(Number);
  return numbers.length > 0 && numbers.every((number) => Number.isSafeInteger(number) && number > 0) ? numbers : null;
};

const step = (
  usage: string,
  { event, done, work }: { readonly event: string; readonly done: string; readonly work: typeof releaseStopped },
): CommandVerb => ({
  usage,
  async run(_ports: Ports, database: Database, args: VerbArgs): Promise<VerbOutcome> {
    const numbers = numbersIn(args);
    if (numbers === null) return { ok: false, text: '请写明编号，见 outbox list。' };
    return database.transact('service', async (tx) => {
      const count = await work(tx, numbers);
      if (count === 0) return { ok: false, text: '这些编号中没有停下的消息，没有变动。' };
      operatorAuthor.record(tx, { event, after: { count } });
      return { ok: true, text: `已${done} ${count} 条。` };
    });
  },
});

/** Messages that a restore has stopped: a person lets them leave or drops them, because they may have left before. @source running 3.2 */
export const outboxVerbs: CommandVerbs = {
  list,
  send: step('<编号>…    发出停下的消息', { event: 'ops.outbox.send', done: '放行', work: releaseStopped }),
  drop: step('<编号>…    作废停下的消息', { event: 'ops.outbox.drop', done: '作废', work: dropStopped }),
};
