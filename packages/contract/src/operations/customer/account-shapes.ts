import { flag, id, isoTime, object, text, word } from '../../shapes.ts';

/** The state of a user's account: `locked` by staff; a lock by wrong tries ends by itself or is lifted, and is none of these. */
export const userStatus = () => word(['active', 'locked', 'cancelled']);

/** A try to log in, its address without the last part. */
export const userLogin = () =>
  object({
    loginId: id(),
    at: isoTime(),
    method: word(['password', 'sms', 'register']),
    result: word(['success', 'failed']),
    device: text(60, { min: 0 }),
    address: text(64, { min: 0 }),
    isKnownDevice: flag(),
  });
