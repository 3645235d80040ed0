/** Where something that was there before stands now. */
export interface Block<Home> {
  home: Home;
  /** The place behind its last one. */
  end: number;
}

/**
 * Finds for each thing of a list the place that the same object had in the list before. One that stands there several
 * times is told apart by what stands around it.
 */
export function findSame(before: readonly object[], now: readonly object[]): (number | undefined)[] {
  let places: Map<object, number> | undefined;
  let next = 0;
  return now.map((one) => {
    if (one !== before[next]) {
      // at the end nothing is left to be found: what follows has been appended
      if (next === before.length && places === undefined) return undefined;
      places ??= new Map(before.map((old, place) => [old, place]));
      const place = places.get(one);
      if (place === undefined) return undefined;
      next = place;
    }
    next += 1;
    return next - 1;
  });
}

/**
 * Gives each home the one stretch of the list in which most of what it held stands together, at most so long, by the
 * place of its first one. What stands apart from that has no home any more.
 */
export function findSurvivors<Home>(homes: readonly (Home | undefined)[], most: number): Map<number, Block<Home>> {
  const best = new Map<Home, number[]>();
  let last: Home | undefined;
  let run: number[] = [];
  const endRun = (): void => {
    const fitting = fit(run, most);
    if (last !== undefined && fitting.length > (best.get(last)?.length ?? 0)) best.set(last, fitting);
    run = [];
  };
  for (const [place, home] of homes.entries()) {
    if (home === undefined) continue;
    if (home !== last) endRun();
    last = home;
    run.push(place);
  }
  endRun();
  return new Map(Array.from(best, ([home, places]) => [places[0] ?? 0, { home, end: (places.at(-1) ?? 0) + 1 }]));
}

/** The most of some places that are not further apart than that: parted where most has come in between. */
function fit(places: number[], most: number): number[] {
  if ((places.at(-1) ?? 0) - (places[0] ?? 0) < most) return places;
  const gaps = places.map((place, index) => place - (places[index - 1] ?? place));
  const widest = gaps.indexOf(Math.max(...gaps));
  const above = fit(places.slice(0, widest), most);
  const below = fit(places.slice(widest), most);
  return above.length > below.length ? above : below;
}
