import { createDemoBank } from '#adapters/demo-bank';
import { createDemoIssuer } from '#adapters/demo-issuer';
import { createMemoryFastState } from '#adapters/fast-state/memory-fast-state';
import { isOurStore } from '#features/file/file-store';
import { createAdmission, passwordAdmission } from '#kernel/calls/admission/admission';
import { createUnfinishedTries } from '#kernel/calls/admission/unfinished-tries';
import type { Database } from '#kernel/database/db';
import { createOutbox } from '#kernel/jobs/outbox';
import type { Ports } from '#kernel/ports';
import { createCryptoKeys } from '#kernel/secrets/crypto-keys';
import { createHashing } from '#kernel/secrets/hashing';
import { openKeyFiles } from '#kernel/secrets/key-files';
import { createPasswords } from '#kernel/secrets/passwords';
import { checkPepper } from '#kernel/secrets/pepper-check';
import { openSecrets } from '#kernel/secrets/secrets';
import { createClock } from '#kernel/setup/clock';
import { readClockOffset } from '#kernel/setup/clock.sql';
import { readConfig } from '#kernel/setup/config';
import { readCalendar } from '#kernel/setup/holidays';
import { createIds } from '#kernel/setup/ids';
import { publicConfigOf } from '#kernel/setup/public-config';
import { openFiles } from '../open-files.ts';

const quiet = () => undefined;
const log = { debug: quiet, info: quiet, warn: quiet, error: quiet };

/** The ports of a command: the same secrets, outbox and clock as the running server's. */
export const commandPorts = async (database: Database): Promise<Ports> => {
  const config = readConfig();
  const clock = createClock();
  clock.moveTo(await readClockOffset(database.reading('service')));
  const keyFiles = await openKeyFiles(config.dataDir, config.environment === 'production', { given: config.keyFiles });
  // A password that another pepper went into would open nothing.
  await checkPepper(database, keyFiles.pepper);
  const secrets = await openSecrets(database, keyFiles);
  const files = await openFiles(config, { keepsDownloads: true });
  return {
    clock,
    ids: createIds(clock),
    passwords: createPasswords(
      secrets.peppers,
      createAdmission(passwordAdmission),
      createHashing(passwordAdmission.inFlight),
    ),
    fast: createMemoryFastState(clock),
    tries: createUnfinishedTries(null),
    outbox: createOutbox(secrets.vault),
    // No streams hang on a command.
    wakeUps: { wake: () => undefined },
    digests: secrets.digests,
    trail: secrets.trail,
    vault: secrets.vault,
    publicKeys: createCryptoKeys(database, secrets.vault, clock),
    keepContent: (_key, read) => read(),
    files,
    isStoreOurs: () => isOurStore({ database, files, clock, log }),
    scan: null,
    bank: createDemoBank(config.dataDir, clock),
    invoiceIssuer: config.demo ? createDemoIssuer(clock) : null,
    // Nobody is asked to pay at the command line.
    payments: [],
    calendar: readCalendar(config.dataDir),
    limits: config.limits,
    log,
    watched: async () => ({}),
    config: publicConfigOf(config),
  };
};
