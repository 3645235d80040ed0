import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp } from '#kernel/testing/test-app';
import { addStage } from '../line.fixture.ts';
import { enterImports, fileHead, fileRow } from './line-import.fixture.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ limits: { importsPerStaffPerHour: 4, importsOpen: 2 } });
});
afterAll(() => app.close());

const file = (loanNo: string): string =>
  `${fileHead}\n${fileRow({ tenant: 'nobody', project: 'none', org: 'none', loanNo })}`;

describe('security 4.8 imports of lines', () => {
  it('security 4.8 files that wait for their import, and uploads in an hour, are bounded for a member of staff', async () => {
    const desk = await enterImports(app, 'bounded');
    const stageId = await addStage(app);
    for (const name of ['A', 'B']) expect((await desk.upload(stageId, file(name))).status).toBe(200);
    expect(await desk.upload(stageId, file('C'))).toMatchObject({ status: 409, body: { errCode: 'RHBI005' } });
    await app.rows('update line_import set storage_key = null');
    expect((await desk.upload(stageId, file('D'))).status).toBe(200);
    const late = await desk.upload(stageId, file('E'));
    expect(late).toMatchObject({ status: 429, body: { errCode: 'RHSY429' } });
    expect(Number(late.headers['retry-after'])).toBeGreaterThan(0);
    const other = await enterImports(app, 'unbounded');
    expect((await other.upload(stageId, file('F'))).status).toBe(200);
  });

  it('security 4.11 who has looked into a file is in the trail', async () => {
    const desk = await enterImports(app, 'looks-in');
    const { importId } = (await desk.upload(await addStage(app), file('G'))).body.data;
    expect((await desk.preview(importId)).status).toBe(200);
    const looks = await app.rows(
      "select actor_kind, object from audit_event where event = 'ops.lineImport.preview' and result = 'ok'",
    );
    expect(looks).toEqual([{ actor_kind: 'staff', object: importId }]);
  });
});
