/** The variables that a process was started with. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Collects the errors of all variables, so that they are reported together. */
export class Reader {
  readonly faults: string[] = [];
  readonly #env: Environment;
  constructor(env: Environment) {
    this.#env = env;
  }
  text(name: string): string | null {
    const value = this.#env[name]?.trim();
    return value === undefined || value === '' ? null : value;
  }
  list(name: string): string[] {
    return (this.text(name) ?? '').split(',').flatMap((part) => (part.trim() === '' ? [] : [part.trim()]));
  }
  refuse(condition: boolean, sentence: string): void {
    if (condition) this.faults.push(sentence);
  }
  /** A variable that is `on` or `off`; null where it is not set. */
  isOn(name: string): boolean | null {
    const text = this.text(name);
    this.refuse(text !== null && text !== 'on' && text !== 'off', `${name} 应为 on 或 off`);
    return text === null ? null : text === 'on';
  }
}

/** Whether a text is a URL of one of the schemes, each with its colon. */
export const isUrl = (text: string, schemes: readonly string[]): boolean => {
  try {
    return schemes.includes(new URL(text).protocol);
  } catch {
    return false;
  }
};
