import { randomBytes } from 'node:crypto';

/** A new idempotency key, for the one write of a test. */
export const newKey = (): string => randomBytes(16).toString('base64url');
