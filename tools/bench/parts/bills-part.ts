import { join } from 'node:path';
import { exportFigures } from '../bills/exports.ts';
import { filterFigures } from '../bills/filters.ts';
import { addManyBills, manyBillFigures, manyBills } from '../bills/many-bills.ts';
import { enterTenant } from '../bills/merchant.ts';
import { pageFigures } from '../bills/pages.ts';
import { own, type Scaled, startScaled } from '../bills/scale.ts';
import { stageFigures } from '../bills/stage.ts';
import { count, type Figure, noted, type Part, unmeasured } from '../figures.ts';

const part = 'bills';
/** The lines of all other tenants. @unit millions */
const few = 0.01;
const standardMany = 10;

/** Reports figures as soon as they are there: all of them take an hour. */
const reported = (figures: readonly Figure[], say: (text: string) => void): readonly Figure[] => {
  for (const { what, value } of figures) say(`  ${what}: ${value}`);
  return figures;
};

/** What could not be measured costs none of the other figures. */
const attempt = async (what: string, work: () => Promise<Figure[]>): Promise<readonly Figure[]> => {
  try {
    return await work();
  } catch (error) {
    return [unmeasured(part, what, String(error))];
  }
};

/** How many there are of others' lines; `BILLS_MILLIONS` makes a smaller trial. */
const manyMillions = (): number => Number(process.env['BILLS_MILLIONS'] ?? standardMany);

const ownFigures = async (small: Scaled, large: Scaled, say: (text: string) => void): Promise<Figure[]> => {
  await addManyBills(large);
  const merchants = await Promise.all([enterTenant(small, own.tenantId), enterTenant(large, own.tenantId)]);
  const withMany = await enterTenant(large, manyBills.tenantId);
  const [inFew, inMany] = merchants;
  try {
    say('pages');
    const pages = reported(await attempt('what a merchant reads', () => pageFigures(part, inFew, inMany)), say);
    say('filters');
    const tenants = { fixedTenant: own.tenantId, manyBills: manyBills.tenantId, bills: manyBills.bills };
    const filters = reported(await attempt('filters', () => filterFigures(part, large, tenants)), say);
    say('many bills');
    return [...pages, ...filters, ...reported(await attempt('many bills', () => manyBillFigures(part, withMany)), say)];
  } finally {
    for (const merchant of [...merchants, withMany]) merchant.close();
  }
};

/**
 * Bills, lines and exports at the sizes of R10.3 and R10.5: the calls of a tenant of fixed size among few lines of others and among many, and
 * what is done with a stage of a million lines. `BILLS_FOLDER` keeps the laid data for another run.
 */
export const billsPart: Part = {
  name: part,
  async run({ folder, say }) {
    const keptIn = process.env['BILLS_FOLDER'] ?? folder;
    const millions = manyMillions();
    const scaled: Scaled[] = [];
    try {
      for (const [name, size] of [
        ['few', few],
        ['many', millions],
      ] as const) {
        say(`${count(size * 1_000_000)} lines of others`);
        scaled.push(await startScaled(join(keptIn, `bills-${name}`), size));
      }
      const [small, large] = scaled;
      if (small === undefined || large === undefined) throw new Error('two servers were started');
      return [
        noted(
          part,
          'lines of the others, few and many; own bills and lines',
          `${count(few * 1_000_000)} and ${count(millions * 1_000_000)}; ${count(own.bills)} and ${count(own.lines)}`,
        ),
        ...(await ownFigures(small, large, say)),
        ...reported(await attempt('a stage of a million lines', () => stageFigures(part, large, say)), say),
        ...reported(await attempt('an export of a million lines', () => exportFigures(part, large, say)), say),
      ];
    } finally {
      for (const each of scaled) await each.close();
    }
  },
};
