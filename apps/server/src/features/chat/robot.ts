import { asksForPerson, bestPart, partsOf, presentReception, shortened } from '@ronghui/domain/chat';
import { isServiceTime } from '@ronghui/domain/chat/hours';
import type { DocPart } from '@ronghui/domain/chat/robot';
import { type FoundDoc, findAnswers, hasDocs } from '#features/doc/doc.reads';
import { countMiss, missedWord } from '#features/doc/doc.steps';
import { findChatService, findSite } from '#features/site/site.reads';
import type { VisitorContext } from '#kernel/calls/context';
import type { Db, Tx } from '#kernel/database/db';
import { findLastOfRobot, findSent, lockConversation } from './chat.sql.ts';
import { type ConversationRow, robotId } from './conversation.ts';
import { findReception } from './reception.sql.ts';
import { stepStored } from './receptions.ts';
import { findOwnAnswer } from './robot/own-answer.ts';
import { appendMessage, type Outgoing } from './sending.ts';
import { leaveStored } from './service-desk/leaving.ts';

/** How many documents are offered: the answer, and up to three others. */
const mostFound = 4;

const words = {
  greeting: '您好，我是智能客服。请用一句话描述您的问题，例如“如何对账”；需要人工时请点“转人工”。',
  unknown: '这个问题我还答不上来。您可以换个说法再问一次，或者点“转人工”。',
  person: '好的，正在为您转接客服，请稍候。',
  secondUnknown: '这个问题我答不上来，正在为您转接客服，请稍候。',
} as const;

const greetings = /^(?:您好|你好|在吗|在么|有人吗|hi|hello|哈喽|早上好|下午好|晚上好)[\s，。！!?？~～]{0,3}$/iu;

/** Whether there is anything to answer from: the document centre is open, and has documents. */
export const hasRobot = async (db: Db): Promise<boolean> => {
  const site = await findSite(db);
  return site?.docCenter === 'on' && (await hasDocs(db));
};

type Answer = Pick<Outgoing, 'type' | 'content' | 'card'>;

/** A document that has what is asked, and its part that has most of it; undefined for one without words of its own. */
interface Found {
  readonly doc: FoundDoc;
  readonly part: DocPart | undefined;
}

/** Where a text finds its answer, the best first; nowhere where the robot does not know. @source service 4.1 */
export const findRobotParts = async (db: Db, text: string): Promise<readonly Found[]> => {
  const { question, docs } = await findAnswers(db, text, mostFound);
  return docs.map((doc) => ({ doc, part: bestPart(partsOf(doc), question, text) }));
};

/** What it says to a text: the words of the part of a document that has what is asked, with the document as a card; null where it does not know. @source service 4.1 */
export const findRobotAnswer = async (db: Db, text: string): Promise<Answer | null> => {
  const [found] = await findRobotParts(db, text);
  if (found === undefined) return null;
  const { doc, part } = found;
  const content = shortened(part === undefined ? doc.summary : part.text);
  return { type: 'custom', content, card: { kind: 'document', id: doc.slug } };
};

const plain = (content: string): Answer => ({ type: 'text', content });

interface Reply {
  readonly message: Answer;
  readonly handsOver: boolean;
}

/** What it replies, and whether a person goes on: at once where one is asked for, and after two answers in a row that it did not know. @source service 4.2 */
const replyTo = async (
  tx: Tx,
  conversationId: string,
  { text, answer, missed }: { readonly text: string; readonly answer: Answer | null; readonly missed: string | null },
): Promise<Reply> => {
  if (asksForPerson(text)) return { message: plain(words.person), handsOver: true };
  if (answer !== null) return { message: answer, handsOver: false };
  if (greetings.test(text.trim())) return { message: plain(words.greeting), handsOver: false };
  if (missed !== null) await countMiss(tx, missed);
  const last = await findLastOfRobot(tx, conversationId);
  const isSecond = last?.content === words.unknown;
  return { message: plain(isSecond ? words.secondUnknown : words.unknown), handsOver: isSecond };
};

/** The name under which it answers a message: a repeat of the message is answered once. */
const nameOf = (seq: number): string => `robot-${String(seq).padStart(12, '0')}`;

/**
 * Answers a customer's message while the robot has the reception; nothing otherwise, and nothing twice. What is found is read before anything is held.
 *
 * @returns the conversation where something was stored
 */
export const answerAsRobot = async (
  {
    db,
    now,
    ports,
    address,
    session,
    transactAsService,
  }: Pick<VisitorContext, 'db' | 'now' | 'ports' | 'address' | 'session' | 'transactAsService'>,
  { conversationId, seq, text }: { readonly conversationId: string; readonly seq: number; readonly text: string },
): Promise<ConversationRow | null> => {
  const before = await findReception(db, conversationId);
  if (before === null || presentReception(before.state, before.spoken_at, now) !== 'robot') return null;
  const answer = asksForPerson(text)
    ? null
    : ((await findOwnAnswer({ db, session }, text)) ?? (await findRobotAnswer(db, text)));
  const isQuestion = !asksForPerson(text) && !greetings.test(text.trim());
  // Shown to staff beside what readers searched in vain: a word that may name a person is not kept.
  const missed = answer === null && isQuestion ? await missedWord({ ports, address }, text) : null;
  return transactAsService(async (tx) => {
    const conversation = await lockConversation(tx, conversationId);
    const last = conversation === null ? null : await findReception(tx, conversationId);
    if (conversation === null || last?.state !== 'robot') return null;
    const name = { authorId: robotId, clientId: nameOf(seq) };
    if ((await findSent(tx, conversationId, name)) !== null) return null;
    const { message, handsOver } = await replyTo(tx, conversationId, { text, answer, missed });
    const step = handsOver ? await stepStored(tx, conversation, { action: 'handOver', now, by: 'customer' }) : null;
    const version = step?.ok === true ? step.row.version : conversation.reception_version;
    // Where nobody is there it promises nobody.
    const { hours } = handsOver ? await findChatService(tx) : { hours: null };
    if (!isServiceTime(hours, now)) {
      await leaveStored(tx, { ...conversation, reception_version: version }, { hours, now });
      return conversation;
    }
    await appendMessage(tx, conversation, { ...name, ...message, sender: 'robot', version });
    return conversation;
  });
};
