import type { Mutation } from './mutation.ts';
import { areaMutations } from './mutations/area.ts';
import { callMutations } from './mutations/calls.ts';
import { consoleMutations } from './mutations/console.ts';
import { kitMutations } from './mutations/kit.ts';
import { moneyMutations } from './mutations/money.ts';
import { reconMutations } from './mutations/recon.ts';
import { ruleMutations } from './mutations/rules.ts';
import { screenMutations } from './mutations/screens.ts';

const numberOf = ({ clause }: Mutation): number => {
  const [section = 0, place = 0] = clause.slice(1).split('.').map(Number);
  return section * 100 + place;
};

/** At least one mutation for each clause, in the order of the clauses. */
export const mutations: readonly Mutation[] = [
  ...screenMutations,
  ...ruleMutations,
  ...callMutations,
  ...areaMutations,
  ...moneyMutations,
  ...kitMutations,
  ...reconMutations,
  ...consoleMutations,
].toSorted((one, other) => numberOf(one) - numberOf(other));
