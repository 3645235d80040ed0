import type { Answer } from '#kernel/http/exchange';
import type { RefusalClass, SendOutcome } from '#kernel/sending/sender';

/** A code of a carrier: its class, or that nobody knows whether the message left; and what it says to people. */
export type CodeRow = readonly [meaning: RefusalClass | 'unknown', words: string];

/** The codes of a carrier by name, and what a code that is not listed means. */
export interface CodeTable {
  readonly codes: Readonly<Record<string, CodeRow>>;
  readonly unlisted: (code: string) => CodeRow;
}

/** What a code of a carrier means for the message. @source running 2.3 */
export const outcomeOf = ({ codes, unlisted }: CodeTable, code: string): SendOutcome => {
  const [meaning, words] = codes[code] ?? unlisted(code);
  const reason = `${words}（${code.slice(0, 80)}）`;
  return meaning === 'unknown'
    ? { outcome: 'unknown', reason }
    : { outcome: 'refused', class: meaning, code: code.slice(0, 80), reason };
};

/** A gateway that gave up on the carrier behind it: that one may have the message. */
const gatewayTimeout = 504;

/** What an answer without a code of the carrier means, and no answer. */
export const bareOutcome = (answer: Answer): SendOutcome => {
  if (answer.kind === 'neverLeft')
    return { outcome: 'refused', class: 'retry', code: answer.reason, reason: `连接不上通道（${answer.reason}）` };
  if (answer.kind === 'lost') return { outcome: 'unknown', reason: `通道没有答复（${answer.reason}）` };
  const { status } = answer;
  const code = `HTTP ${status}`;
  if (status === gatewayTimeout || status < 400) return { outcome: 'unknown', reason: `通道的答复无法识别（${code}）` };
  if (status >= 500 || status === 429)
    return { outcome: 'refused', class: 'retry', code, reason: `通道暂时不可用（${code}）` };
  return { outcome: 'refused', class: 'failOver', code, reason: `通道拒绝了请求（${code}）` };
};
