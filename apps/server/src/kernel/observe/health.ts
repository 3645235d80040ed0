import type pg from 'pg';

/** Whether the process can serve, and which of its dependencies cannot. */
export interface Readiness {
  readonly status: 'ok' | 'unavailable';
  readonly dependencies: Readonly<Record<string, 'ok' | 'unavailable'>>;
}

/** Looks when it is asked. */
export interface Health {
  check(): Promise<Readiness>;
}

const patienceMs = 2000;

/** Watches the database (R14.4); who asks while it is being looked at is told the same. */
export const createHealth = (pool: pg.Pool): Health => {
  let looking: Promise<Readiness> | null = null;
  const look = async (): Promise<Readiness> => {
    const late = new Promise<'unavailable'>((resolve) => {
      setTimeout(() => resolve('unavailable'), patienceMs).unref();
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
