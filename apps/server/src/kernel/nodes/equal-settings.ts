import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '#kernel/setup/config';
import { standardLimits } from '#kernel/setup/limits';

const digestOf = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 22);

const holidaysIn = (dataDir: string): string => {
  try {
    return readFileSync(join(dataDir, 'holidays.json'), 'utf8').trim();
  } catch {
    return '';
  }
};

/** Which server it is, without who asks it. */
const serverOf = (url: string): readonly string[] => {
  const { host, pathname } = new URL(url);
  return [host, pathname];
};

/** The limits that an operator has set: a later version may have others, and other standard values, and serves beside this one (running 4.1). */
const setLimits = (limits: Config['limits'], standard: Readonly<Record<string, number>>) =>
  Object.entries(limits)
    .filter(([name, value]) => value !== standard[name])
    .toSorted(([one], [other]) => (one < other ? -1 : 1));

/** What has to be equal on all nodes of an installation, by the name that a refused start says; digests, since they are stored. @source running 1.7 */
export const equalSettings = (
  {
    dataDir,
    environment,
    limits,
    redisUrl,
    s3,
    sharedState,
  }: Pick<Config, 'dataDir' | 'environment' | 'limits' | 'redisUrl' | 's3' | 'sharedState'>,
  standard: Readonly<Record<string, number>> = standardLimits,
): Readonly<Record<string, string>> => ({
  NODE_ENV: digestOf(environment),
  SHARED_STATE: digestOf(sharedState),
  REDIS_URL: digestOf(redisUrl === null ? null : serverOf(redisUrl)),
  S3_BUCKET: digestOf(s3 === null ? null : [s3.endpoint, s3.region, s3.bucket]),
  限额: digestOf(setLimits(limits, standard)),
  'holidays.json': digestOf(holidaysIn(dataDir)),
});

/** The names of what differs; a name that one of the versions does not know is passed over. */
export const differing = (
  own: Readonly<Record<string, string>>,
  other: Readonly<Record<string, string>>,
): readonly string[] => Object.keys(own).filter((name) => name in other && other[name] !== own[name]);
