import { keptSearch } from '@ronghui/domain/doc';
import { waitSecOf } from '#kernel/calls/admission/wait-sec';
import type { VisitorContext } from '#kernel/calls/context';

/** How many questions in vain of one address are counted in an hour. */
const missesPerHour = 30;
const hourMs = 3_600_000;

/** What is counted of a question that may have found nothing; null for what may name a person, and beyond an address's share. */
export const missedWord = async (
  { ports, address }: Pick<VisitorContext, 'ports' | 'address'>,
  text: string,
): Promise<string | null> => {
  const word = keptSearch(text);
  if (word === null) return null;
  const share = { limit: missesPerHour, windowMs: hourMs };
  return (await waitSecOf(ports.fast, `docMiss:${address}`, share)) > 0 ? null : word;
};
