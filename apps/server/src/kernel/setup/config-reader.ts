import { readFileSync } from 'node:fs';

/** The variables that a process was started with. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Collects the errors of all variables, so that they are reported together. */
export class Reader {
  readonly faults: string[] = [];
  readonly #env: Environment;
  readonly #secrets = new Map<string, string | null>();
  constructor(env: Environment) {
    this.#env = env;
  }
  text(name: string): string | null {
    const value = this.#env[name]?.trim();
    return value === undefined || value === '' ? null : value;
  }
  /** A secret: the variable itself, or the content of the file that `…_FILE` names, as service managers hand secrets over. */
  secret(name: string): string | null {
    const known = this.#secrets.get(name);
    if (known !== undefined) return known;
    const [value, file] = [this.text(name), this.text(`${name}_FILE`)];
    this.refuse(value !== null && file !== null, `${name} 与 ${name}_FILE 只能设置一个`);
    const secret = value ?? (file === null ? null : this.#secretIn(name, file));
    this.#secrets.set(name, secret);
    return secret;
  }
  #secretIn(name: string, file: string): string | null {
    try {
      const text = readFileSync(file, 'utf8').trim();
      this.refuse(text === '', `${name}_FILE 指定的文件 ${file} 是空的`);
      return text === '' ? null : text;
    } catch {
      this.refuse(true, `${name}_FILE 指定的文件 ${file} 不能读取`);
      return null;
    }
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
