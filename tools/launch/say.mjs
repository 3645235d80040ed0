/**
 * A sentence for the person at the terminal. Standard output belongs to the program that is launched.
 *
 * @param {string} sentence
 */
export function say(sentence) {
  process.stderr.write(`${sentence}\n`);
}

/** A failure that a person can mend; its message is shown without a stack. */
export class LaunchError extends Error {}
