const kept = /^(PATH|HOME|USER|LOGNAME|SHELL|TMPDIR|TZ|LANG|LC_.*|LD_.*|DYLD_.*|NODE_OPTIONS|NODE_V8_COVERAGE)$/;

/**
 * What a program under test gets of the environment of the person who runs the tests: how programs are found and run, and none of
 * the settings of a server. A DATABASE_URL or a bucket that serves people is never tested on.
 */
export const outsideEnv = (env: NodeJS.ProcessEnv = process.env): Record<string, string> =>
  Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (value !== undefined && kept.test(name) ? [[name, value]] : [])),
  );
