import { type CommandVerb, type CommandVerbs, operatorAuthor } from '#kernel/command-verb';
import { countFigures } from './behavior.jobs.ts';

const countVerb: CommandVerb = {
  usage: '    立即统计访问与漏斗，不等每十分钟一次的统计',
  async run(ports, database) {
    await countFigures.run({ database, ports, log: ports.log });
    await database.transact('service', async (tx) => operatorAuthor.record(tx, { event: 'ops.behavior.count' }));
    return { ok: true, text: '已统计。' };
  },
};

/** Figures that somebody waits for, such as after records were restored (R11.8). */
export const behaviorCommands: CommandVerbs = { count: countVerb };
