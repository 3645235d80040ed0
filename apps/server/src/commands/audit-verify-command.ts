import { listAnchors } from '#features/audit/audit.reads';
import { findingsAtMost, findingText, verifyTrail } from '#kernel/observe/audit-verify';
import { findSealDigest } from '#kernel/observe/audit-verify.sql';
import { openSecrets } from '#kernel/secrets/secrets';
import { readConfig } from '#kernel/setup/config';
import { endingSentence } from '#kernel/setup/ending-sentence';
import { withDatabase } from './command-database.ts';

/** A head as the log printed it: `1234:9f3c…`. */
const headPattern = /^(\d{1,15}):([0-9a-f]{64})$/;

/** Verifies the audit trail and names each row that is not as it was sealed; heads that are given have to stand in the chain. */
const verify = (heads: readonly string[]): Promise<number> =>
  withDatabase(async (database) => {
    const config = readConfig();
    const { digests } = await openSecrets(config.dataDir, config.environment === 'production');
    const db = database.reading('service');
    let wrongHeads = 0;
    for (const head of heads) {
      const [, sealNo = '', digest] = headPattern.exec(head) ?? [];
      const found = await findSealDigest(db, Number(sealNo));
      if (digest !== undefined && found?.toString('hex') === digest) continue;
      wrongHeads += 1;
      process.stderr.write(`${head} 不在封存链上\n`);
    }
    const { findings, found, events, toNo, digest } = await verifyTrail(
      { db, digests },
      { anchors: await listAnchors(db) },
    );
    for (const finding of findings) process.stderr.write(`${findingText(finding)}\n`);
    if (found > findingsAtMost) process.stderr.write(`另有 ${found - findingsAtMost} 处\n`);
    const outcome = found === 0 ? '全部一致' : `${found} 处不符`;
    process.stdout.write(`已核验 ${events} 条审计记录，${outcome}。末端 ${toNo}:${digest}\n`);
    return found === 0 && wrongHeads === 0 ? 0 : 1;
  });

const main = async (heads: readonly string[]): Promise<number> => {
  try {
    return await verify(heads);
  } catch (error) {
    const sentence = endingSentence(error);
    if (sentence === null) throw error;
    process.stderr.write(`${sentence}\n`);
    return 1;
  }
};

process.exitCode = await main(process.argv.slice(2));
