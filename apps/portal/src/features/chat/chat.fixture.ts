import type { Input, OperationId, Output } from '@ronghui/contract';
import { cleanup } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';

type ChatOperation = Extract<OperationId, `chat.${string}`>;
/** What the gateway answers in a test, by operation; a thrown `refused` is a reply with another `ret`. */
export type ChatAnswers = { readonly [Id in ChatOperation]?: (input: Input<Id>) => Output<Id> | Response };

/** A call as the gateway received it. */
export interface ChatSent {
  readonly id: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly body: string;
}

class Refused extends Error {
  readonly reply: object;
  constructor(reply: object) {
    super('refused');
    this.reply = reply;
  }
}

/** A reply of the gateway that says no. */
export const refused = (ret: string, msg = '', data: object = {}): Error => new Refused({ ret, msg, data });

/** What a browser's event source is to its page. */
export class Stream extends EventTarget {
  readonly url: string;
  constructor(url: string) {
    super();
    this.url = url;
    streams.push(this);
  }
  close(): void {
    streams.splice(streams.indexOf(this), 1);
  }
  send(kind: string, data: object): void {
    this.dispatchEvent(new MessageEvent(kind, { data: JSON.stringify(data) }));
  }
}

/** The open streams. */
export const streams: Stream[] = [];

/** An empty talk of somebody who has not written yet. */
export const nothingYet: Output<'chat.open'> = {
  conversationId: null,
  firstSeq: 1,
  lastSeq: 0,
  reception: null,
  cursors: { own: 0, other: 0 },
  unread: 0,
};

/** A body as it is sent; of an upload its envelope, whose file is not looked at. */
const textOf = async (body: BodyInit | null | undefined): Promise<string> => {
  if (!(body instanceof FormData)) return typeof body === 'string' ? body : '';
  const part = (name: string): string => {
    const value = body.get(name);
    return typeof value === 'string' ? value : '';
  };
  return `{"reqEnvParams":${part('reqEnvParams')},"data":${part('data')}}`;
};

/** The bytes of a file as the gateway answers them. */
export const fileReply = (mime: string): Response =>
  new Response('x', { headers: { 'content-type': mime, 'content-disposition': 'attachment; filename="x"' } });

/** Puts a chat gateway in the place of the network around every test. */
export const aroundChatTests = (): { readonly sent: ChatSent[]; answers: ChatAnswers } => {
  const gateway = { sent: [] as ChatSent[], answers: {} as ChatAnswers };
  const answer = async (url: string, init?: RequestInit): Promise<Response> => {
    const id = url.slice(url.lastIndexOf('/') + 1);
    const body = await textOf(init?.body);
    const { data } = JSON.parse(body);
    gateway.sent.push({ id, data, body });
    // Only the operation's name is known here.
    const given = (gateway.answers as Readonly<Record<string, ((input: object) => unknown) | undefined>>)[id];
    try {
      if (given === undefined) throw refused('RHSY404', `${id} has no answer in this test`);
      const reply = given(data);
      if (reply instanceof Response) return reply;
      return Response.json({ ret: '0', data: reply });
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      return Response.json(error.reply);
    }
  };
  beforeEach(() => {
    gateway.sent.splice(0);
    gateway.answers = { 'chat.open': () => nothingYet, 'chat.read': () => ({}) };
    vi.stubGlobal('fetch', answer);
    vi.stubGlobal('EventSource', Stream);
  });
  afterEach(() => {
    cleanup();
    streams.splice(0);
  });
  return gateway;
};
