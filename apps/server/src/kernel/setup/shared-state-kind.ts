/** Those that `SHARED_STATE` names. */
export const sharedStates = ['memory', 'postgres'] as const;
/** Where the state of seconds is kept: `redis` where `REDIS_URL` is set. @source running 1.2 */
export type SharedStateKind = (typeof sharedStates)[number] | 'redis';
