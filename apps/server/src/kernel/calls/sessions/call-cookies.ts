import { areaOf } from '@ronghui/contract';
import type { IncomingCall } from '#kernel/calls/call';
import type { CallContext } from '#kernel/calls/call-context';
import { cookieOf, setCookie } from '#kernel/calls/sessions/cookies';
import { deviceCookieSec } from '#kernel/calls/sessions/device';
import { talkCookieSec } from '#kernel/calls/sessions/talk-cookie';

const none: readonly string[] = [];

/** The cookies of a reply, after the session changes that they name are committed. */
export const repliesWithCookies = (call: IncomingCall, context: CallContext): readonly string[] => {
  const { sessionChange, opened, givenDevice, givenTalk } = context;
  if (sessionChange === null && opened === null && givenDevice === null && givenTalk === null) return none;
  const { site } = call;
  const name = cookieOf[areaOf(call.operation.spec)];
  const cookies: string[] = [];
  if (sessionChange?.kind === 'ended') cookies.push(setCookie(site, name, '', 0));
  else {
    const token = sessionChange?.fresh.token ?? opened?.token;
    if (token !== undefined) cookies.push(setCookie(site, name, token));
  }
  if (givenDevice !== null) cookies.push(setCookie(site, 'device', givenDevice, deviceCookieSec));
  if (givenTalk !== null) cookies.push(setCookie(site, 'chat', givenTalk, talkCookieSec));
  return cookies;
};
