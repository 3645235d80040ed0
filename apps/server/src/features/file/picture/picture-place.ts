import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { PictureMessage, PictureResult, PictureWork } from './picture-work.ts';

/** How long a process may take. @unit ms */
export interface PictureTimes {
  /** For a picture, of the processor's time. */
  readonly workMs: number;
  /** The same by the clock, on a machine that is busy with other things. */
  readonly clockMs: number;
  /** Until it listens. */
  readonly startMs: number;
  /** It is kept for the next picture so long. */
  readonly idleMs: number;
}

/** @source security 4.8 */
export const pictureTimes: PictureTimes = { workMs: 5000, clockMs: 15_000, startMs: 20_000, idleMs: 10_000 };

/** A place where one picture after another is worked on, each by a process that is ended when it takes too long. */
export interface PicturePlace {
  work(work: Omit<PictureWork, 'mostMs'>): Promise<PictureResult>;
}

const program = fileURLToPath(new URL('./picture-process.ts', import.meta.url));

/** The environment holds secrets, which a decoder of foreign bytes does not need. */
const environment = (): NodeJS.ProcessEnv =>
  Object.fromEntries(
    ['PATH', 'SYSTEMROOT', 'NODE_COMPILE_CACHE', 'LD_LIBRARY_PATH'].flatMap((name) => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );

/** Starts a process, which does not keep ours alive, and waits until it listens. */
const start = async (startMs: number): Promise<ChildProcess> => {
  const child = fork(program, [], {
    execArgv: [],
    env: environment(),
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
  });
  const began = Promise.withResolvers<void>();
  const late = setTimeout(() => began.reject(new Error('the process for pictures does not start')), startMs);
  child.once('message', () => began.resolve());
  child.once('error', (error) => began.reject(error));
  child.once('exit', (code) => began.reject(new Error(`the process for pictures ended at its start: ${code}`)));
  try {
    await began.promise;
    return child;
  } catch (error) {
    child.kill('SIGKILL');
    throw error;
  } finally {
    clearTimeout(late);
  }
};

const isAlive = (child: ChildProcess): boolean =>
  child.connected && child.exitCode === null && child.signalCode === null;

/** A picture that brings the process down is not one that anybody should open; one that takes too long ends it. */
const askOnce = (child: ChildProcess, work: PictureWork, clockMs: number): Promise<PictureResult> =>
  new Promise((resolve) => {
    const end = (result: PictureResult): void => {
      clearTimeout(late);
      child.off('message', hear).off('exit', fell);
      resolve(result);
    };
    const endIt = (): void => {
      child.off('exit', fell).once('exit', () => end({ fault: 'tooSlow' }));
      child.kill('SIGKILL');
    };
    const hear = (message: PictureMessage): void => {
      if (!('result' in message)) return;
      const { result } = message;
      if ('fault' in result && result.fault === 'tooSlow') endIt();
      else end(result);
    };
    const fell = (): void => end({ fault: 'broken' });
    const late = setTimeout(endIt, clockMs);
    child.on('message', hear).once('exit', fell);
    // Where the process has just ended, its exit says so.
    child.send(work, () => undefined);
  });

/** Makes a place; its process starts with the first picture. @source security 4.8, decision 0092 */
export const createPicturePlace = ({ workMs, clockMs, startMs, idleMs }: PictureTimes = pictureTimes): PicturePlace => {
  let kept: ChildProcess | undefined;
  let idle: NodeJS.Timeout | undefined;
  return {
    async work(work) {
      clearTimeout(idle);
      const child = kept !== undefined && isAlive(kept) ? kept : await start(startMs);
      kept = child;
      child.ref();
      child.channel?.ref();
      const result = await askOnce(child, { ...work, mostMs: workMs }, clockMs);
      child.unref();
      child.channel?.unref();
      idle = setTimeout(() => {
        // A process that was ended still looks alive until its exit is heard.
        if (kept === child) kept = undefined;
        child.kill('SIGKILL');
      }, idleMs).unref();
      return result;
    },
  };
};
