import pino, { type DestinationStream } from 'pino';
import type { Log } from '#kernel/ports';

/** The fields that a log line may contain; others are dropped and their names logged (security 4.11: an allow-list, not a deny-list). */
const allowedFacts = new Set([
  'event',
  'url',
  'pid',
  'port',
  'code',
  'status',
  'reason',
  'requestId',
  'operation',
  'door',
  'ms',
  'bytes',
  'count',
  'migration',
  'placement',
  'outboxId',
  'kind',
  'job',
  'jobId',
  'limit',
  'signal',
  'attempt',
  'account',
  'oneTimePassword',
  'channel',
  'kid',
  'path',
  'method',
  'exitCode',
  'version',
  'node',
  'node',
  'dataDir',
  'file',
  'fileId',
  'why',
  'line',
  'since',
  'until',
  'imported',
  'sealNo',
  'digest',
  'replayed',
]);

/** Masks mobiles in any text to their first three and last four digits. */
const maskMobiles = (text: string): string => text.replaceAll(/(?<!\d)(1[3-9]\d)\d{4}(\d{4})(?!\d)/g, '$1****$2');

const describeError = (error: unknown): Record<string, unknown> => {
  if (!(error instanceof Error)) return { type: typeof error };
  const stack = error.stack
    ?.split('\n')
    .filter((line) => line.trimStart().startsWith('at '))
    .slice(0, 12)
    .map((line) => line.trim());
  return {
    type: error.name,
    message: maskMobiles(error.message.slice(0, 500)),
    ...('code' in error && typeof error.code === 'string' ? { code: error.code } : {}),
    ...(stack === undefined ? {} : { stack }),
    ...(error.cause instanceof Error ? { cause: maskMobiles(error.cause.message.slice(0, 300)) } : {}),
  };
};

/** The allowed fields, with strings masked. */
const allowFacts = (facts: Readonly<Record<string, unknown>>): Record<string, unknown> => {
  const kept: Record<string, unknown> = {};
  const dropped: string[] = [];
  for (const [name, value] of Object.entries(facts)) {
    if (name === 'error') kept['error'] = describeError(value);
    else if (!allowedFacts.has(name)) dropped.push(name);
    else if (typeof value === 'string') kept[name] = maskMobiles(value.slice(0, 1000));
    else if (typeof value === 'number' || typeof value === 'boolean' || value === null) kept[name] = value;
    else dropped.push(name);
  }
  if (dropped.length > 0) kept['dropped'] = dropped;
  return kept;
};

/** Standard output that buffers lines until `release`, so that the first line can be written first. */
export interface BufferedOutput extends LogOutput {
  /** Writes the last buffered line first, then the others; later lines are written directly. */
  release(): void;
  /** The buffered lines, for a start that failed. */
  held(): string;
}

/** Buffers lines until the server listens (contract 7: its first line is the `listening` event). */
export const bufferOutput = (out: { write(text: string): unknown; flush?(): void }): BufferedOutput => {
  let lines: string[] | null = [];
  return {
    write(line) {
      if (lines === null) out.write(line);
      else lines.push(line);
    },
    release() {
      const before = lines ?? [];
      lines = null;
      const last = before.pop();
      if (last !== undefined) out.write(last);
      for (const line of before) out.write(line);
    },
    held: () => (lines ?? []).join(''),
    flush: () => out.flush?.(),
  };
};

/** A destination that may buffer lines. */
export interface LogOutput extends DestinationStream {
  flush?(): void;
}

/** The interval of the buffer. @unit ms */
const gatherMs = 20;

/** Collects lines for a moment, so that a flood of refusals costs fifty writes a second and not one per call. */
export const gatherLines = (out: { write(text: string): unknown }): Required<LogOutput> => {
  let held = '';
  let timer: NodeJS.Timeout | undefined;
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    const text = held;
    held = '';
    if (text !== '') out.write(text);
  };
  return {
    write(line) {
      held += line;
      timer ??= setTimeout(flush, gatherMs);
    },
    flush,
  };
};

/** Opens the log: JSON lines, UTC. Errors are written at once. */
export const openLog = (level: string, destination: LogOutput): Log => {
  const logger = pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    destination,
  );
  return {
    debug: (facts, message) => logger.isLevelEnabled('debug') && logger.debug(allowFacts(facts), message),
    info: (facts, message) => logger.info(allowFacts(facts), message),
    warn: (facts, message) => logger.warn(allowFacts(facts), message),
    error: (facts, message) => {
      logger.error(allowFacts(facts), message);
      destination.flush?.();
    },
  };
};
