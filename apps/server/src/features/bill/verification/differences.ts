/** Of a bill with thousands of wrong lines, the first ones are named. */
const namedAtMost = 20;

/** Collects what differs, in words. */
export class Differences {
  readonly words: string[] = [];

  /** A value that is stored, and what it is by lines, rules and steps. */
  compare(what: string, stored: unknown, reckoned: unknown): void {
    if (stored !== reckoned) this.add(`${what}：存储为 ${String(stored)}，重新计算为 ${String(reckoned)}`);
  }

  /** A value that is stored, and what the trail holds of it. */
  compareWithTrail(what: string, stored: unknown, trailed: unknown): void {
    if (stored !== trailed) this.add(`${what}：存储为 ${String(stored)}，审计记录为 ${String(trailed)}`);
  }

  add(sentence: string): void {
    if (this.words.length < namedAtMost) this.words.push(sentence);
  }
}
