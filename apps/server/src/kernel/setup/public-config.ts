import type { PublicConfig } from '#kernel/ports';
import type { Config } from './config.ts';

const storeOf = ({ s3, filesDir }: Config): PublicConfig['store'] => {
  if (s3 !== null) return 'bucket';
  return filesDir === null ? 'folder' : 'sharedFolder';
};

/** The part of the configuration that features may read. */
export const publicConfigOf = (config: Config): PublicConfig => ({
  demo: config.demo,
  production: config.environment === 'production',
  testImageCode: config.testImageCode,
  providerMail: config.providerMail,
  certificationTransfer: config.certificationTransfer,
  smsOrder: config.senders.order,
  isEmbedded: config.databaseUrl === null,
  hasReplica: config.databaseReadUrl !== null,
  sharedState: config.sharedState,
  store: storeOf(config),
  backup: config.backup,
  dataDir: config.dataDir,
});
