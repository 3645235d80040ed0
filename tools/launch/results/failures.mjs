import { stripVTControlCharacters } from 'node:util';

/** @typedef {{ status?: string, name?: string, message?: string, assertionResults?: { status: string, fullName?: string, failureMessages?: string[] | null }[], firstAttempt?: VitestFile, isFile?: boolean }} VitestFile `firstAttempt`: what it was before it passed at its second one; `isFile`: false of an error that belongs to no file */
/** @typedef {{ title: string, file?: string, specs?: PlaywrightSpec[], suites?: PlaywrightSuite[] }} PlaywrightSuite */
/** @typedef {{ title: string, tests: { projectName?: string, status: string, results: { errors?: { message?: string }[] }[] }[] }} PlaywrightSpec */

const linesOfReason = 12;

const flaky = 'PASSED AT THE SECOND ATTEMPT';

/**
 * The failures in a Vitest JSON report, each with its name and the first lines of its reason, and those of a first attempt whose second one passed.
 *
 * @param {{ testResults: VitestFile[] }} report
 * @returns {string[]}
 */
export function vitestFailures({ testResults }) {
  return testResults.flatMap((file) =>
    file.firstAttempt === undefined ? failuresIn(file, 'FAILED') : failuresIn(file.firstAttempt, flaky),
  );
}

/**
 * @param {VitestFile} file
 * @param {string} state
 */
function failuresIn(file, state) {
  const failed = (file.assertionResults ?? []).filter(({ status }) => status === 'failed');
  if (failed.length === 0) return file.status === 'failed' ? [entry(file.name ?? '', file.message, state)] : [];
  return failed.map((test) => entry(`${file.name ?? ''} > ${test.fullName ?? ''}`, test.failureMessages?.[0], state));
}

/**
 * The failures in a Playwright JSON report, with the tests that did not run and those that passed at the second attempt alone.
 *
 * @param {{ suites?: PlaywrightSuite[], errors?: { message?: string }[] }} report
 * @returns {string[]}
 */
export function playwrightFailures({ suites = [], errors = [] }) {
  return [...errors.map(({ message }) => entry('outside a test', message)), ...suites.flatMap(failuresOf)];
}

/**
 * @param {PlaywrightSuite} suite
 * @returns {string[]}
 */
function failuresOf({ title, specs = [], suites = [] }) {
  const own = specs.flatMap((spec) =>
    spec.tests.flatMap(({ projectName = '', status, results }) => {
      const name = `[${projectName}] ${title} > ${spec.title}`;
      if (status === 'unexpected') return [entry(name, results.at(-1)?.errors?.[0]?.message)];
      if (status === 'skipped') return [entry(name, 'did not run')];
      if (status === 'flaky') return [entry(name, results[0]?.errors?.[0]?.message, flaky)];
      return [];
    }),
  );
  return [...own, ...suites.flatMap(failuresOf)];
}

/**
 * @param {string} name
 * @param {string | undefined} reason
 */
function entry(name, reason = '', state = 'FAILED') {
  const lines = stripVTControlCharacters(reason).trimEnd().split('\n').slice(0, linesOfReason);
  return [`${state} ${name}`, ...lines.map((line) => `    ${line}`)].join('\n');
}
