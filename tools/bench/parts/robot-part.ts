import { join } from 'node:path';
import { findRobotParts } from '../../../apps/server/src/features/chat/robot.ts';
import { importContent, readContent } from '../../../apps/server/src/features/content/content-import.ts';
import { type Database, openDatabase } from '../../../apps/server/src/kernel/database/db.ts';
import { makeTemplate, openTestServer, urlOf } from '../../../apps/server/src/kernel/testing/test-server.ts';
import { type Figure, fixed, judged, type Part } from '../figures.ts';
import { elsewhere, questions } from '../robot/questions.ts';
import { quantile } from '../statistics.ts';

const part = 'robot';
const demo = join(import.meta.dirname, '../../../content/demo');
/** @source service 4.4 */
const goals = { first: 0.8, three: 0.92, unknown: 0.95, ms: 20 };

/** The sections that the robot would answer with, the best first: `slug#heading`, or the slug for the beginning of a document. */
const sectionsOf = async (database: Database, question: string): Promise<string[]> => {
  const parts = await findRobotParts(database.reading('service'), question);
  return parts.map(({ doc, part: found }) =>
    found === undefined || found.anchor === null ? doc.slug : `${doc.slug}#${found.heading}`,
  );
};

const share = (what: string, of: { readonly right: number; readonly all: number; readonly goal: number }): Figure => {
  const found = of.right / of.all;
  return judged(part, what, {
    value: `${of.right} of ${of.all}, ${fixed(found * 100, 1)} %`,
    goal: `≥ ${of.goal * 100} %`,
    isMet: found >= of.goal,
  });
};

/** How often the robot of customer service answers with the right section of the demonstration's documents, and how quickly (service 4.4). */
export const robotPart: Part = {
  name: part,
  async run({ say }) {
    const server = await openTestServer();
    const url = urlOf(server.adminUrl, await makeTemplate(server.adminUrl));
    const database = openDatabase({ url, poolSize: 4, onError: (error) => say(error.message) });
    try {
      const read = await readContent(demo);
      if (!read.ok) throw new Error('the demonstration content has faults');
      await importContent(database, read.content);
      const took: number[] = [];
      let [first, three, unknown] = [0, 0, 0];
      for (const [question, ...right] of questions) {
        const began = performance.now();
        const found = await sectionsOf(database, question);
        took.push(performance.now() - began);
        const at = found.findIndex((section) => right.includes(section));
        if (at === 0) first += 1;
        if (at >= 0 && at < 3) three += 1;
        else say(`  ${question}: ${found.slice(0, 3).join(', ') || 'nothing'}`);
      }
      for (const question of elsewhere) {
        const found = await sectionsOf(database, question);
        if (found.length === 0) unknown += 1;
        else say(`  ${question}: ${found[0]}`);
      }
      const p95 = quantile(took, 0.95);
      return [
        share('the right section first', { right: first, all: questions.length, goal: goals.first }),
        share('the right section among three', { right: three, all: questions.length, goal: goals.three }),
        share('“I do not know” to questions about other things', {
          right: unknown,
          all: elsewhere.length,
          goal: goals.unknown,
        }),
        judged(part, 'an answer, p95', {
          value: `${fixed(p95, 1)} ms`,
          goal: `≤ ${goals.ms} ms`,
          isMet: p95 <= goals.ms,
        }),
      ];
    } finally {
      await database.close();
      await server.stop();
    }
  },
};
