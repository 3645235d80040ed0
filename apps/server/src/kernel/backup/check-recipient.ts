import type { BackupConfig } from '#kernel/setup/config-parts/backup-config';
import { StartRefused } from '#kernel/setup/start-refused';

/** A public key that was mistyped refuses the start, and not the backup at night. The library is loaded only where there is one. */
export const checkRecipient = async ({ recipient }: Pick<BackupConfig, 'recipient'>): Promise<void> => {
  if (recipient === null) return;
  const { sealerTo } = await import('./encryption.ts');
  try {
    sealerTo(recipient);
  } catch {
    throw new StartRefused('BACKUP_RECIPIENT 不是有效的 age 公钥，请核对 (BACKUP_RECIPIENT is no public key of age)');
  }
};
