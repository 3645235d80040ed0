const offsetMs = 8 * 3_600_000;

/**
 * What the clock of Shanghai shows at an instant, in the UTC fields of a date. As `@ronghui/domain/shanghai`, which widgets do not import.
 *
 * @unit epoch ms
 */
export const shanghaiClock = (atMs: number): Date => new Date(atMs + offsetMs);
