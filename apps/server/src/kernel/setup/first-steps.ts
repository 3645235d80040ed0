import type { Config } from '#kernel/setup/config';

/** Runs a step of the start; one that had something to do (its result is neither false nor 0) prints a line with its seconds. */
export type FirstSteps = <T>(name: string, work: () => Promise<T>) => Promise<T>;

const oneDigit = new Intl.NumberFormat('en', { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** For the person who starts it for the first time: later starts have nothing to do, and programs read the log. @source R14.1 */
export const createFirstSteps =
  (
    { environment }: Pick<Config, 'environment'>,
    write: (line: string) => void = (line) => void process.stderr.write(line),
  ): FirstSteps =>
  async (name, work) => {
    const startedMs = performance.now();
    const result = await work();
    const hadWork = result !== false && result !== 0;
    const seconds = oneDigit.format((performance.now() - startedMs) / 1000);
    if (hadWork && environment === 'development') write(`${name} … ${seconds} s\n`);
    return result;
  };
