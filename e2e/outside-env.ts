const kept = /^(PATH|HOME|USER|LOGNAME|SHELL|TMPDIR|TZ|LANG|LC_.*|LD_.*|DYLD_.*|NODE_OPTIONS|NODE_V8_COVERAGE)$/;

/**
 * The part of the tester's environment that a program under test receives: what is needed to find and run programs, and
 * no server setting, so that tests never touch a DATABASE_URL or a bucket in real use.
 */
export const outsideEnv = (env: NodeJS.ProcessEnv = process.env): Record<string, string> =>
  Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (value !== undefined && kept.test(name) ? [[name, value]] : [])),
  );
