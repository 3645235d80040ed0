/**
 * Prints a sentence for the person at the terminal. Standard output belongs to the program that is launched.
 *
 * @param {string} sentence
 */
export function say(sentence) {
  process.stderr.write(`${sentence}\n`);
}

/**
 * Begins the line of a step: its name now, and its seconds when the returned function is called, so that a step is one line.
 *
 * @param {string} name
 * @param {(text: string) => void} write
 * @returns {() => void}
 */
export function beginStep(name, write = (text) => void process.stderr.write(text)) {
  const began = Date.now();
  write(`${name} …`);
  return () => write(` ${((Date.now() - began) / 1000).toFixed(1)} s\n`);
}

/** An error that a person can fix; its message is shown without a stack trace. */
export class LaunchError extends Error {}
