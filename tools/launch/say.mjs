/**
 * Prints a sentence for the person at the terminal. Standard output belongs to the program that is launched.
 *
 * @param {string} sentence
 */
export function say(sentence) {
  process.stderr.write(`${sentence}\n`);
}

/** An error that a person can fix; its message is shown without a stack trace. */
export class LaunchError extends Error {}
