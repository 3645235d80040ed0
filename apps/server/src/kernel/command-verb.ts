import { userInfo } from 'node:os';
import { isMobile, normaliseMobile } from '@ronghui/domain/identity/mobile';
import type { Database } from '#kernel/database/db';
import type { Author } from '#kernel/observe/actor';
import { authorOf } from '#kernel/observe/audit';
import type { Ports } from '#kernel/ports';

/** What an operator typed: the words after the verb, and the `--name text` options. */
export interface VerbArgs {
  readonly words: readonly string[];
  readonly options: Readonly<Record<string, string>>;
}

/** What came of it, in a Chinese sentence or a few lines. */
export interface VerbOutcome {
  readonly ok: boolean;
  readonly text: string;
}

/** What the provider's staff do from the command line: `npm run ops -- <noun> <verb> …`. */
export interface CommandVerb {
  /** What follows the verb, and what it does: `<订单号> --reason 原因    驳回`. */
  readonly usage: string;
  run(ports: Ports, database: Database, args: VerbArgs): Promise<VerbOutcome>;
}

/** A noun's verbs by name. */
export type CommandVerbs = Readonly<Record<string, CommandVerb>>;

const loginName = (): string => {
  try {
    return userInfo().username;
  } catch {
    // A user id without a name, as containers have it.
    return String(process.getuid?.() ?? '');
  }
};

/** The login of the person at the command line. */
export const operatorName = loginName();

/** Who works at the command line. */
export const operatorAuthor: Author = authorOf({ kind: 'operator', login: operatorName });

/** Splits the words of a command line: `--name text` and `--name=text` are options, the rest stays in order. */
export const readVerbArgs = (argv: readonly string[]): VerbArgs => {
  const words: string[] = [];
  const options: Record<string, string> = {};
  for (let place = 0; place < argv.length; place += 1) {
    const [, name, given] = /^--([A-Za-z][A-Za-z-]*)(?:=(.*))?$/s.exec(argv[place] ?? '') ?? [];
    if (name === undefined) {
      words.push(argv[place] ?? '');
    } else if (given === undefined) {
      place += 1;
      options[name] = argv[place] ?? '';
    } else {
      options[name] = given;
    }
  }
  return { words, options };
};

/** The mobile at a place among the words; null when it is none. */
export const mobileAt = ({ words }: VerbArgs, place: number): string | null => {
  const mobile = normaliseMobile(words[place] ?? '');
  return isMobile(mobile) ? mobile : null;
};
export const wrongMobile: VerbOutcome = { ok: false, text: '请写明 11 位手机号。' };
