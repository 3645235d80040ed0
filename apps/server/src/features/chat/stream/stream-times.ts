/** When streams do what they do by themselves; tests set less. @unit ms @source service 2.2, service 2.5 */
export interface StreamTimes {
  readonly commentMs: number;
  readonly lookMs: number;
  readonly longestMs: number;
}

export const usualTimes: StreamTimes = { commentMs: 20_000, lookMs: 15_000, longestMs: 3_600_000 };
