/** @typedef {import('./failures.mjs').VitestFile} VitestFile */
/** @typedef {{ testResults: VitestFile[] }} VitestReport */

/** More files than these do not fail by chance on one run: they are not tried again. */
const mostFiles = 3;

/**
 * The files of a Vitest run that are worth a second attempt: those that failed, where they are few and nothing failed besides files.
 *
 * @param {VitestReport | undefined} report
 * @returns {string[]}
 */
export function filesToTryAgain(report) {
  const failed = (report?.testResults ?? []).filter(hasFailed);
  if (failed.length > mostFiles || failed.some(({ isFile }) => isFile === false)) return [];
  return failed.map(({ name = '' }) => name);
}

/**
 * The report of a run with its second attempt: files that were tried again count as they ended, and one that passed keeps what failed at first.
 * A file that the second attempt does not report counts as it did at first.
 *
 * @param {VitestReport} first
 * @param {readonly string[]} again the files that were tried again
 * @param {VitestReport | undefined} second
 * @returns {VitestReport}
 */
export function afterSecondAttempt(first, again, second) {
  const secondOf = (/** @type {VitestFile} */ { name = '' }) =>
    again.includes(name) ? second?.testResults.find((file) => file.name === name) : undefined;
  const testResults = first.testResults.map((file) => {
    const last = secondOf(file);
    if (last === undefined) return file;
    return hasFailed(last) ? last : { ...last, firstAttempt: file };
  });
  return { testResults };
}

/** @param {VitestFile} file */
function hasFailed({ status, assertionResults = [] }) {
  return status === 'failed' || assertionResults.some((test) => test.status === 'failed');
}
