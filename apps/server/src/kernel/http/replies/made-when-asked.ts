import { setImmediate as nextTurn } from 'node:timers/promises';

/** Makes a value when it is first asked for, and keeps it; one that could not be made is tried again. */
export const madeWhenAsked = <T>(make: () => Promise<T>): (() => Promise<T>) => {
  let made: Promise<T> | null = null;
  return () => {
    made ??= make().catch((error: unknown) => {
      made = null;
      throw error;
    });
    return made;
  };
};

/** The JSON of a large object, with turns for other calls between the members of its first `depth` levels. */
export const jsonInTurns = async (value: object, depth: number): Promise<string> => {
  const members: string[] = [];
  for (const [name, member] of Object.entries(value)) {
    if (member === undefined) continue;
    const isDeep = depth > 1 && typeof member === 'object' && member !== null && !Array.isArray(member);
    const text = isDeep ? await jsonInTurns(member, depth - 1) : JSON.stringify(member);
    members.push(`${JSON.stringify(name)}:${text}`);
    await nextTurn();
  }
  return `{${members.join(',')}}`;
};
