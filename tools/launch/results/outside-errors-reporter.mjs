import { writeFileSync } from 'node:fs';

/** @typedef {{ name?: string, message?: string, stack?: string, VITEST_TEST_PATH?: string }} OutsideError an error of a Vitest run that no test caught */

/** The environment variable that names the file in which the errors are written. */
export const outsideErrorsFile = 'VITEST_OUTSIDE_ERRORS_FILE';

/**
 * A reporter of Vitest that writes down the errors which no test caught: Vitest's report in JSON leaves them out, though they fail the run.
 *
 * Its default export, since Vitest takes a reporter by its path.
 */
export default class OutsideErrorsReporter {
  /**
   * @param {unknown} _modules
   * @param {readonly OutsideError[]} errors
   */
  onTestRunEnd(_modules, errors) {
    const file = process.env[outsideErrorsFile];
    if (file === undefined || errors.length === 0) return;
    const kept = errors.map(({ name = 'Error', message = '', stack = '', VITEST_TEST_PATH: path }) => {
      const text = `${name}: ${message}`;
      return { path, text: stack.includes(message) ? stack : `${text}\n${stack}` };
    });
    writeFileSync(file, JSON.stringify(kept));
  }
}
