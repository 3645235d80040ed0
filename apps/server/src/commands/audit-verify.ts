import { listAnchors } from '#features/audit/audit.reads';
import type { Database } from '#kernel/database/db';
import { readAuditHeads } from '#kernel/observe/audit-heads';
import { findingsAtMost, findingText, verifyTrail } from '#kernel/observe/audit-verify';
import { findSealDigest } from '#kernel/observe/audit-verify.sql';
import { openKeyFiles } from '#kernel/secrets/key-files';
import { openSecrets } from '#kernel/secrets/secrets';
import { readConfig } from '#kernel/setup/config';
import type { Printing } from './end-command.ts';

/** A head as the log printed it: `1234:9f3c…`. */
const headPattern = /^(\d{1,15}):([0-9a-f]{64})$/;

/** Verifies the audit trail and names each row that is not as it was sealed; heads that are given have to stand in the chain; `isOlder` is what a backup holds. */
export const printVerifiedTrail = async (
  database: Database,
  { heads, isOlder = false }: { readonly heads: readonly string[]; readonly isOlder?: boolean },
  print: Printing,
): Promise<number> => {
  const config = readConfig();
  const keyFiles = await openKeyFiles(config.dataDir, config.environment === 'production', { given: config.keyFiles });
  const { trail } = await openSecrets(database, keyFiles);
  const db = database.reading('service');
  let wrongHeads = 0;
  for (const head of heads) {
    const [, sealNo = '', digest] = headPattern.exec(head) ?? [];
    const found = await findSealDigest(db, Number(sealNo));
    if (digest !== undefined && found?.toString('hex') === digest) continue;
    wrongHeads += 1;
    print.err(`${head} 不在封存链上`);
  }
  const { findings, found, events, toNo, digest } = await verifyTrail(
    { db, trail },
    // Heads that this installation kept later are not in an older copy of its trail.
    { anchors: [...(await listAnchors(db)), ...(isOlder ? [] : await readAuditHeads(config.dataDir))] },
  );
  for (const finding of findings) print.err(findingText(finding));
  if (found > findingsAtMost) print.err(`另有 ${found - findingsAtMost} 处`);
  const outcome = found === 0 ? '全部一致' : `${found} 处不符`;
  print.out(`已核验 ${events} 条审计记录，${outcome}。末端 ${toNo}:${digest}`);
  return found === 0 && wrongHeads === 0 ? 0 : 1;
};
