import { type Database, openDatabase } from '#kernel/database/db';
import { connectGivenDatabase } from '#kernel/database/given-database';
import { migrate } from '#kernel/database/migrate';
import { ensurePlainLogin } from '#kernel/embedded/plain-login';
import { visitEmbedded } from '#kernel/embedded/visit-embedded';
import type { Log } from '#kernel/ports';
import { type Config, readConfig } from '#kernel/setup/config';

const say = (facts: Record<string, unknown>, message = '') => {
  process.stderr.write(`${message === '' ? JSON.stringify(facts) : message}\n`);
};
const quiet = () => undefined;
const log: Log = { debug: quiet, info: quiet, warn: say, error: say };

/** The server of the database: the given one, or the embedded one, which is started where it does not run. */
const visit = async ({ databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>) =>
  databaseUrl === null
    ? visitEmbedded({ dataDir, log: { info: quiet, error: say } })
    : { adminUrl: databaseUrl, stop: async () => undefined };

/** Runs one command on the product's database as it is, as the owner of its tables; whether or not a server is running on it. */
export const withOwnerUrl = async <T>(work: (url: string) => Promise<T>): Promise<T> => {
  const config = readConfig();
  const visited = await visit(config);
  try {
    const run = () => work(visited.adminUrl);
    return await (config.databaseUrl === null ? run() : connectGivenDatabase(run));
  } finally {
    await visited.stop();
  }
};

/** Runs one command on the product's database, whether or not a server is running on it. */
export const withDatabase = async <T>(work: (database: Database) => Promise<T>): Promise<T> => {
  const config = readConfig();
  const visited = await visit(config);
  try {
    const bring = () => migrate({ url: visited.adminUrl, log });
    await (config.databaseUrl === null ? bring() : connectGivenDatabase(bring));
    const url = config.databaseUrl === null ? await ensurePlainLogin(visited.adminUrl) : visited.adminUrl;
    const database = openDatabase({
      url,
      poolSize: 2,
      flights: config.databaseFlights,
      onError: quiet,
    });
    try {
      return await work(database);
    } finally {
      await database.close();
    }
  } finally {
    await visited.stop();
  }
};
