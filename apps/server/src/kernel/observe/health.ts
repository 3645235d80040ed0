import type pg from 'pg';

/** Whether the process can serve, and which dependencies fail. */
export interface Readiness {
  readonly status: 'ok' | 'unavailable';
  readonly dependencies: Readonly<Record<string, 'ok' | 'unavailable'>>;
}

/** Checks on demand. */
export interface Health {
  check(): Promise<Readiness>;
}

const timeoutMs = 2000;

/** Checks the database (R14.4); concurrent callers share one check. */
export const createHealth = (pool: pg.Pool): Health => {
  let looking: Promise<Readiness> | null = null;
  const look = async (): Promise<Readiness> => {
    const late = new Promise<'unavailable'>((resolve) => {
      setTimeout(() => resolve('unavailable'), timeoutMs).unref();
    });
    const asked = pool.query('select 1').then(
      () => 'ok' as const,
      () => 'unavailable' as const,
    );
    const database = await Promise.race([asked, late]);
    return { status: database, dependencies: { database } };
  };
  return {
    check() {
      looking ??= look().finally(() => {
        looking = null;
      });
      return looking;
    },
  };
};
