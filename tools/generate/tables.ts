import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describeTables } from '../../apps/server/src/kernel/testing/describe-tables.ts';
import { makeTemplate, openTestServer, runAsAdmin, urlOf } from '../../apps/server/src/kernel/testing/test-server.ts';

// Writes the row types of a freshly migrated temporary database (house 5).
const server = await openTestServer();
try {
  const template = await makeTemplate(server.adminUrl);
  const target = join(import.meta.dirname, '../../apps/server/src/tables.gen.ts');
  await writeFile(target, await describeTables(urlOf(server.adminUrl, template)));
  await runAsAdmin(server.adminUrl, `drop database ${template} with (force)`);
  process.stdout.write(`${target}\n`);
} finally {
  await server.stop();
}
