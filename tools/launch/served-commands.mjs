/** @typedef {{ file: string, about: readonly [chinese: string, english: string] }} ServedCommand */

const folder = 'apps/server/src/commands';

/**
 * Commands on the data of an installation: scripts of the repository, and words of `./ronghui` in an archive.
 *
 * @type {Readonly<Record<string, ServedCommand>>}
 */
export const servedCommands = {
  content: {
    file: `${folder}/content-command.ts`,
    about: ['检查、导入、导出内容', 'checks, imports, exports content'],
  },
  ops: {
    file: `${folder}/ops-command.ts`,
    about: ['没有浏览器时的运营操作', 'what staff do where there is no browser'],
  },
  'admin:reset': {
    file: `${folder}/admin-reset-command.ts`,
    about: ['首个管理员的新一次性密码', 'a new one-time password of the first admin'],
  },
  'bills:verify': { file: `${folder}/bills-verify-command.ts`, about: ['重新核算账单', 'reckons issued bills again'] },
  'recon:verify': {
    file: `${folder}/recon-verify-command.ts`,
    about: ['重新汇总对账结果', 'adds up reconciliations again'],
  },
  'receipts:verify': {
    file: `${folder}/receipts/receipts-verify-command.ts`,
    about: ['重新汇总收款', 'adds up receipts again'],
  },
  'statement:verify': {
    file: `${folder}/receipts/statement-verify-command.ts`,
    about: ['重新汇总对账单', 'adds up statements of account again'],
  },
  'audit:verify': { file: `${folder}/audit-verify-command.ts`, about: ['核验审计链', 'verifies the audit trail'] },
  upgrade: {
    file: `${folder}/upgrade/upgrade-command.ts`,
    about: [
      '升级前的检查：--check；在备份上试升级：--trial',
      'what an upgrade would do: --check; tries it on a backup: --trial',
    ],
  },
  backup: { file: `${folder}/backup-command.ts`, about: ['备份到目录或 s3://', 'backs up to a folder or s3://'] },
  restore: { file: `${folder}/restore-command.ts`, about: ['由备份恢复', 'makes an installation of a backup'] },
  'backup:verify': { file: `${folder}/backup-verify-command.ts`, about: ['核验备份', 'proves a backup'] },
  keys: { file: `${folder}/keys/keys-command.ts`, about: ['更换密钥', 'turns keys over'] },
};
