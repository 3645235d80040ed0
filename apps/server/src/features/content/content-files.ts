import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { dirname, extname, join, normalize, relative } from 'node:path';
import type { Static, TSchema } from 'typebox';
import { isNode, LineCounter, parseDocument } from 'yaml';
import type { MediaFile } from '#features/site/site.steps';
import { type Path, repeatsAmong, schemaFaults } from './content-conform.ts';
import { largestMedia, mediaFault, mediaTypes } from './content-media.ts';
import { isSlug } from './schemas/content-schemas.ts';

/** A fault of the files: its place, and what to do about it, in Chinese. */
export interface ContentFault {
  readonly file: string;
  readonly line: number;
  readonly message: string;
}

/** A parsed value, with a function that finds the line of a field. */
export interface Located<T> {
  readonly value: T;
  /** The line of a field. */
  readonly lineOf: (path: Path) => number;
}

/** Reads a content folder and collects all faults, so that a provider sees them together. */
export class ContentFolder {
  readonly faults: ContentFault[] = [];
  readonly media = new Map<string, MediaFile>();
  readonly #root: string;
  readonly #parsed = new Map<string, Located<unknown>>();

  constructor(root: string) {
    this.#root = root;
  }

  fault(file: string, line: number, message: string): void {
    this.faults.push({ file, line, message });
  }

  /** The line of a field in a file that has been read. */
  lineIn(file: string, path: Path): number {
    return this.#parsed.get(file)?.lineOf(path) ?? 1;
  }

  /** The value of a file that could be parsed, whatever else is wrong with it. */
  parsed(file: string): Located<unknown> | undefined {
    return this.#parsed.get(file);
  }

  /** Notes a fault of one field. */
  faultAt(file: string, path: Path, message: string): void {
    this.fault(file, this.lineIn(file, path), `${path.join('.')}：${message}`);
  }

  /** Notes a folder whose name is not a valid id. */
  checkName(folder: string, name: string): void {
    if (!isSlug(name)) this.fault(folder, 1, '目录名只能用小写字母、数字和连字符，不超过 64 个字符');
  }

  /** Notes entries with the same name as an earlier one; `field` is the field with the name, undefined where the entry itself is the name. */
  noteRepeats(file: string, list: Path, names: readonly (string | number)[], field?: string): void {
    for (const { index, name } of repeatsAmong(names)) {
      this.faultAt(file, [...list, index, ...(field === undefined ? [] : [field])], `${name} 重复`);
    }
  }

  /** The names in a folder, sorted, without hidden files; empty when the folder does not exist. */
  async names(folder: string, kind: 'files' | 'folders'): Promise<string[]> {
    const entries = await readdir(join(this.#root, folder), { withFileTypes: true }).catch(() => []);
    return entries
      .filter((each) => !each.name.startsWith('.') && (kind === 'files' ? each.isFile() : each.isDirectory()))
      .map((each) => each.name)
      .sort();
  }

  async text(file: string): Promise<string | null> {
    try {
      return new TextDecoder('utf-8', { fatal: true }).decode(await readFile(join(this.#root, file)));
    } catch (error) {
      this.fault(file, 1, error instanceof TypeError ? '不是 UTF-8 文本' : '找不到这个文件');
      return null;
    }
  }

  /** Parses and validates YAML; null, with its faults noted, when it is invalid. `firstLine` is the line at which it begins. */
  check<S extends TSchema>(file: string, source: string, schema: S, firstLine = 1): Located<Static<S>> | null {
    const lines = new LineCounter();
    const document = parseDocument(source, { lineCounter: lines, uniqueKeys: true, maxAliasCount: 20 } as never);
    const line = (offset: number) => lines.linePos(offset).line + firstLine - 1;
    if (document.errors.length > 0) {
      for (const error of document.errors)
        this.fault(file, line(error.pos[0]), `YAML 写法有误：${error.message.split('\n')[0]}`);
      return null;
    }
    const lineOf = (path: Path): number => {
      for (let length = path.length; length >= 0; length -= 1) {
        const node = length === 0 ? document.contents : document.getIn(path.slice(0, length), true);
        if (isNode(node) && node.range) return line(node.range[0]);
      }
      return firstLine;
    };
    const value: unknown = document.toJS();
    this.#parsed.set(file, { value, lineOf });
    return this.conform({ value, lineOf }, schema, { file, base: [] });
  }

  /** Validates a parsed value; its faults name file and line. */
  conform<S extends TSchema>(
    read: Located<unknown>,
    schema: S,
    { file, base }: { file: string; base: Path },
  ): Located<Static<S>> | null {
    const faults = schemaFaults(schema, read.value);
    if (faults === null) return { value: read.value as Static<S>, lineOf: read.lineOf };
    for (const { path, message } of faults) {
      const at = [...base, ...path];
      this.fault(file, read.lineOf(at), `${at.length === 0 ? '' : `${at.join('.')}：`}${message}`);
    }
    return null;
  }

  /** Reads a picture or sound beside `file` and returns its address; null with the fault noted. */
  async mediaUrl(file: string, name: string, line: number): Promise<string | null> {
    const path = normalize(join(dirname(file), name));
    const ending = extname(path).slice(1).toLowerCase();
    const mime = mediaTypes[ending];
    if (path.startsWith('..') || mime === undefined) {
      this.fault(file, line, `${name}：只能引用本目录内的 ${Object.keys(mediaTypes).join('、')} 文件`);
      return null;
    }
    const full = join(this.#root, path);
    const size = await stat(full).then(
      (found) => (found.isFile() ? found.size : -1),
      () => -1,
    );
    if (size < 0 || size > largestMedia) {
      this.fault(file, line, size < 0 ? `${name}：找不到这个文件` : `${name}：不能超过 ${largestMedia / 1_000_000} MB`);
      return null;
    }
    const bytes = await readFile(full);
    const fault = await mediaFault(bytes, ending);
    if (fault !== null) {
      this.fault(file, line, `${name}：${fault}`);
      return null;
    }
    const digest = createHash('sha256').update(bytes).digest('hex').slice(0, 32);
    const media = { name: `${digest}.${ending}`, mime, bytes, sourcePath: relative(this.#root, full) };
    this.media.set(media.name, media);
    return `/media/${media.name}`;
  }
}

/** Front matter and the text below it; `firstLine` is the line that the front matter begins on. */
export const splitFrontMatter = (source: string): { front: string; body: string; bodyLine: number } | null => {
  const match = /^---\r?\n([\s\S]*?)\r?\n---\r?\n?/.exec(source);
  if (match?.[1] === undefined) return null;
  return { front: match[1], body: source.slice(match[0].length), bodyLine: match[0].split('\n').length };
};
