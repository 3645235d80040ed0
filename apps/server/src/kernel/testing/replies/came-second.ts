import { expect } from 'vitest';

/** The reply to a step that came second: it names who was first, when, and what they did. @source R4.12 */
export const cameSecond = (by: unknown, what: string, errCode = 'RHSY409') => ({
  status: 409,
  body: { errCode, data: { last: { by, what, at: expect.stringMatching(/^\d{4}-.+Z$/) } } },
});

/** Somebody, by a name. */
export const somebody: unknown = expect.stringMatching(/./);
