import { createDemoBank } from '#adapters/demo-bank';
import { createMemoryFastState } from '#adapters/memory-fast-state';
import { deskVerbs } from '#features/index';
import { createAdmission, passwordAdmission } from '#kernel/calls/admission/admission';
import type { Database } from '#kernel/database/db';
import { type DeskOutcome, type DeskVerbs, readDeskArgs } from '#kernel/desk';
import { EmbeddedDatabaseError } from '#kernel/embedded/problem';
import { createOutbox } from '#kernel/jobs/outbox';
import type { Ports } from '#kernel/ports';
import { createCryptoKeys } from '#kernel/secrets/crypto-keys';
import { createHashing } from '#kernel/secrets/hashing';
import { createPasswords } from '#kernel/secrets/passwords';
import { openSecrets } from '#kernel/secrets/secrets';
import { createClock } from '#kernel/setup/clock';
import { readClockOffset } from '#kernel/setup/clock.sql';
import { readConfig } from '#kernel/setup/config';
import { createIds } from '#kernel/setup/ids';
import { StartRefused } from '#kernel/setup/start-refused';
import { openFiles } from '../open-files.ts';
import { withDatabase } from './command-database.ts';

const quiet = () => undefined;

/** The ports of a command: the same secrets, outbox and clock as the running server's. */
const portsOf = async (database: Database): Promise<Ports> => {
  const config = readConfig();
  const clock = createClock();
  clock.moveTo(await readClockOffset(database.reading('service')));
  const secrets = await openSecrets(config.dataDir, config.environment === 'production');
  return {
    clock,
    ids: createIds(clock),
    passwords: createPasswords(
      secrets.pepper,
      createAdmission(passwordAdmission),
      createHashing(passwordAdmission.inFlight),
    ),
    fast: createMemoryFastState(clock),
    outbox: createOutbox(secrets.vault),
    digests: secrets.digests,
    vault: secrets.vault,
    publicKeys: createCryptoKeys(database, secrets.vault, clock),
    files: await openFiles(config, { keepsDownloads: true }),
    scan: null,
    bank: createDemoBank(config.dataDir, clock),
    limits: config.limits,
    log: { debug: quiet, info: quiet, warn: quiet, error: quiet },
    config: {
      demo: config.demo,
      production: config.environment === 'production',
      testImageCode: config.testImageCode,
      providerMail: config.providerMail,
      certificationTransfer: config.certificationTransfer,
    },
  };
};

const usageOf = (desks: Readonly<Record<string, DeskVerbs>>): string =>
  Object.entries(desks)
    .flatMap(([noun, verbs]) => Object.entries(verbs).map(([verb, { usage }]) => `  ${noun} ${verb} ${usage}`))
    .join('\n');

const main = async ([noun = '', verb = '', ...rest]: readonly string[]): Promise<number> => {
  const chosen = deskVerbs[noun]?.[verb];
  if (chosen === undefined) {
    process.stderr.write(`用法：npm run desk -- <对象> <动作> …\n${usageOf(deskVerbs)}\n`);
    return 2;
  }
  try {
    const args = readDeskArgs(rest);
    const { ok, text } = await withDatabase(
      async (database): Promise<DeskOutcome> => chosen.run(await portsOf(database), database, args),
    );
    (ok ? process.stdout : process.stderr).write(`${text}\n`);
    return ok ? 0 : 1;
  } catch (error) {
    if (!(error instanceof StartRefused || error instanceof EmbeddedDatabaseError)) throw error;
    process.stderr.write(`${error.message}\n`);
    return 1;
  }
};

process.exitCode = await main(process.argv.slice(2));
