/** A day in Shanghai as `2026-11-01`. */
export const dayOf = (instant: Date): string => new Date(instant.getTime() + 8 * 3_600_000).toISOString().slice(0, 10);

/** Midnight in Shanghai of a day such as `2026-11-01`. */
export const shanghaiDay = (day: string): Date => new Date(`${day}T00:00:00+08:00`);
