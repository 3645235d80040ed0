import { sql } from 'kysely';
import type { Channel } from '#kernel/database/statement';

/** What nodes keep in memory until it is changed. The other channels wake who looks by itself, or end what ends within seconds. */
export const keptChannels = ['content_changed', 'data_key_changed'] as const satisfies readonly Channel[];
type KeptChannel = (typeof keptChannels)[number];

/** Says that what nodes keep is changed by this transaction. The last statement of it, because others wait for the row. @source running 1.7 */
export const raiseVersion = (channel: KeptChannel) => sql`
  insert into change_version (channel, version) values (${channel}, pg_current_xact_id()::text)
  on conflict (channel) do update set version = excluded.version`;

/** What every node asks twice a second. */
export const readVersions = 'select channel, version from change_version';
