import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { servedCommands } from '../launch/served-commands.mjs';
import { archiveProgram } from '../release/program.ts';
import { files, read, root } from './repository.ts';

/** What the steps use of the machine, and why no test of the product holds it. */
export const ofTheMachine: Readonly<Record<string, string>> = {
  sha256sum: 'coreutils',
  tar: 'Debian has it',
  ln: 'coreutils',
  useradd: 'changes the accounts of the machine',
  install: 'coreutils; its folders belong to root',
  setpriv: 'util-linux; what it runs is looked at',
  set: 'a word of the shell',
  '.': 'a word of the shell',
  cd: 'a word of the shell',
  umask: 'a word of the shell',
  cp: 'coreutils',
  cat: 'coreutils',
  printf: 'a word of the shell',
  grep: 'Debian has it',
  systemctl: 'starts services of the machine',
  journalctl: 'reads the log of the machine',
  nginx: 'the part archive of the long tests runs it with its file',
  haproxy: 'the part archive of the long tests runs it with its file',
  caddy: 'reads its file only',
  sh: 'the shell; the scripts of deploy are run by the tests of the release',
  docker: 'an engine of containers, which starts what compose.yaml says',
  kubectl: 'asks a cluster',
};
/** Administrators of a database write these; the tests of a given database run them. */
const isSql = (line: string): boolean => /^(?:create role|grant) /.test(line);

/** The lines of the fenced blocks that are in no other language, and the commands of ours that stand in a sentence. */
const linesOf = (text: string): { readonly fenced: readonly string[]; readonly inline: readonly string[] } => {
  const fenced: string[] = [];
  let fence: string | null = null;
  for (const line of text.split('\n').map((each) => each.trim())) {
    if (line.startsWith('```')) fence = fence === null ? line : null;
    else if (fence === '```' && line !== '') fenced.push(line);
  }
  const inline = [...text.matchAll(/`((?:\.\/ronghui|npm run) [^`\n]{1,200})`/g)].map(([, command = '']) => command);
  return { fenced, inline };
};

const namesOfSettings = (): ReadonlySet<string> =>
  new Set([...read('docs/configuration.md').matchAll(/`([A-Z][A-Z0-9_]{1,60})`/g)].map(([, name = '']) => name));

/** The words that the program of an archive says it has. */
const wordsOfProgram = (): ReadonlySet<string> => {
  const { stdout } = spawnSync('sh', ['-s', '--', 'help'], { input: archiveProgram('0.0.0'), encoding: 'utf8' });
  return new Set([...stdout.matchAll(/^ {2}([a-z:]{2,30}) /gm)].map(([, word = '']) => word));
};

/** The source of a command and of what stands beside it in its folder. */
const sourceOf = (word: string): string => {
  const file = servedCommands[word]?.file ?? 'apps/server/src/serve.ts';
  const own = file.replace(/-command\.ts$/, '.ts');
  return read(file) + (own !== file && files.includes(own) ? read(own) : '');
};

/** Whether `ops` has a verb of a noun. */
const hasVerb = (noun: string, verb: string): boolean => {
  const places = [
    `apps/server/src/features/${noun}/${noun}.commands.ts`,
    `apps/server/src/kernel/jobs/${noun}-verbs.ts`,
  ];
  return places.some((place) => files.includes(place) && new RegExp(`\\b${verb}\\b`).test(read(place)));
};

const isSubWord = (word: string, found: readonly string[]): boolean => {
  if (found.length === 0) return true;
  if (word === 'ops') return found.length === 2 && hasVerb(found[0] ?? '', found[1] ?? '');
  const text = sourceOf(word);
  return word === 'keys' ? text.includes(`case '${found.join(' ')}'`) : found.every((one) => text.includes(`'${one}'`));
};

/** What is wrong with a command of ours: its word, the words after it, its options. */
const faultsOfOurs = (word: string, args: readonly string[]): string[] => {
  const options = args.flatMap((arg, at) => (arg.startsWith('--') ? [{ name: arg.slice(2), at }] : []));
  const values = new Set(options.map(({ at }) => at + 1));
  const subWords = args.filter((arg, at) => /^[a-z]+$/.test(arg) && !values.has(at));
  const unknown = options.filter(({ name }) => !sourceOf(word).includes(`options['${name}']`));
  return [
    ...(isSubWord(word, subWords) ? [] : [`${word} has no ${subWords.join(' ')}`]),
    ...unknown.map(({ name }) => `${word} has no --${name}`),
  ];
};

const isOneOfOurs = (program: string): boolean => program === './ronghui' || program === '/opt/ronghui/ronghui';
const isPlaceholder = (word: string): boolean => ['NAME', 'WORD', '…'].includes(word);

/** What is wrong with the commands of a document: each line with the reason. */
export const wrongCommands = (text: string): string[] => {
  const { fenced, inline } = linesOf(text);
  const [settings, words] = [namesOfSettings(), wordsOfProgram()];
  const scripts = Object.keys(JSON.parse(read('package.json')).scripts);

  const faultsOf = (command: string): string[] => {
    const parts = command.split(/\s+/).filter((part) => part !== '');
    const at = parts.findIndex((part) => isOneOfOurs(part));
    const program = parts[0] ?? '';
    const paths = parts.flatMap((part) => /^(?:\/opt\/ronghui\/)?(deploy\/\S{1,200})$/.exec(part)?.[1] ?? []);
    const missing = paths.filter((path) => !existsSync(join(root, path))).map((path) => `there is no ${path}`);
    if (at >= 0) {
      const [word = '', ...args] = parts.slice(at + 1);
      if (isPlaceholder(word)) return missing;
      return [...missing, ...(words.has(word) ? faultsOfOurs(word, args) : [`./ronghui has no ${word}`])];
    }
    if (program === 'npm') {
      const [, , word = '', , ...args] = parts;
      if (isPlaceholder(word)) return missing;
      if (!scripts.includes(word)) return [`there is no npm run ${word}`];
      return servedCommands[word] === undefined ? missing : faultsOfOurs(word, args);
    }
    return program in ofTheMachine ? missing : [...missing, `nothing says what ${program} is`];
  };

  const ofLine = (line: string): string[] => {
    const code = line.replace(/(?:^|\s)#\s.*$/, '');
    const assigned = [...code.matchAll(/(?:^|\s)([A-Z][A-Z0-9_]{1,60})=/g)].map(([, name = '']) => name);
    const unset = assigned.filter((name) => !settings.has(name)).map((name) => `there is no setting ${name}`);
    const { status } = spawnSync('sh', ['-n', '-c', code]);
    const commands = code
      .replaceAll(/'[^']*'/g, 'TEXT')
      .replaceAll(/(?:^|(?<=\s))[A-Z][A-Z0-9_]{1,60}=\S{0,200}/g, '')
      .split(/&&|\|\||[;|()]/)
      .map((command) => command.replaceAll(/>\S{1,200}/g, '').trim())
      .filter((command) => command !== '');
    return [...(status === 0 ? [] : ['the shell does not read it']), ...unset, ...commands.flatMap(faultsOf)];
  };
  const wrong = (lines: readonly string[], faults: (line: string) => string[]) =>
    lines.flatMap((line) => faults(line).map((fault) => `${line}: ${fault}`));
  return [
    ...wrong(
      fenced.filter((line) => !isSql(line)),
      ofLine,
    ),
    ...wrong(inline, faultsOf),
  ];
};
