const firstMark = '$';

/**
 * How the parameters of a stored hash end: from the second pepper on with its generation, as the `keyid` of the PHC string format. What the first one went into is
 * as it was before peppers had generations.
 *
 * @source running 5.4
 */
export const pepperMark = (generation: number): string =>
  generation === 1
    ? firstMark
    : `,keyid=${Buffer.from(String(generation)).toString('base64').replaceAll('=', '')}${firstMark}`;

/** The generation of the pepper that went into a stored hash. */
export const generationOf = (stored: string): number => {
  const [, named] = /,keyid=([A-Za-z0-9+/]{1,11})\$/.exec(stored) ?? [];
  return named === undefined ? 1 : Number(Buffer.from(named, 'base64').toString());
};
