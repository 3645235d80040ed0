/** @typedef {import('./second-attempt.mjs').VitestReport} VitestReport */
/** @typedef {{ path?: string, text: string }} OutsideError `path`: the file of tests that ran when it happened, where it is known */

/**
 * A Vitest report in which a file fails that ran while an error happened which no test caught; an error of no known file is a failure of its own.
 *
 * @param {VitestReport} report
 * @param {readonly OutsideError[]} errors
 * @returns {VitestReport}
 */
export function withOutsideErrors(report, errors) {
  const known = new Set(report.testResults.map(({ name }) => name));
  const of = (/** @type {string | undefined} */ name) => errors.find(({ path }) => path !== undefined && path === name);
  const files = report.testResults.map((file) => {
    const error = of(file.name);
    return error === undefined ? file : { ...file, status: 'failed', message: error.text };
  });
  const unknown = errors.filter(({ path }) => path === undefined || !known.has(path));
  const loose = unknown.map(({ text }) => ({ name: 'outside a test', status: 'failed', message: text, isFile: false }));
  return { testResults: [...files, ...loose] };
}
