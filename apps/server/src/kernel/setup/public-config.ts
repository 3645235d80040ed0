import type { PublicConfig } from '#kernel/ports';
import type { Config } from './config.ts';

/** The part of the configuration that features may read. */
export const publicConfigOf = (config: Config): PublicConfig => ({
  demo: config.demo,
  production: config.environment === 'production',
  testImageCode: config.testImageCode,
  providerMail: config.providerMail,
  certificationTransfer: config.certificationTransfer,
  smsOrder: config.senders.order,
  isEmbedded: config.databaseUrl === null,
  sharedState: config.sharedState,
  hasBucket: config.s3 !== null,
  backup: config.backup,
  dataDir: config.dataDir,
});
