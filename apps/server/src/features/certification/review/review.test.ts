import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { enterStaff } from '#features/staff/staff.fixture';
import { newKey } from '#kernel/testing/new-key';
import { cameSecond } from '#kernel/testing/replies/came-second';
import type { TestBrowser, TestReply } from '#kernel/testing/test-client';
import {
  bankAccountNo,
  type CertificationFixture,
  type Certifier,
  codes,
  legalIdNo,
  openCertificationFixture,
} from '../certification.fixture.ts';

let fixture: CertificationFixture;
let first: Certifier;
let second: Certifier;
let reviewer: TestBrowser;
let colleague: TestBrowser;
let support: TestBrowser;
beforeAll(async () => {
  fixture = await openCertificationFixture();
  ({ first, second } = fixture);
  reviewer = await enterStaff(fixture.app, 'reviewer', { roles: ['review'] });
  colleague = await enterStaff(fixture.app, 'colleague', { roles: ['review'] });
  support = await enterStaff(fixture.app, 'support', { roles: ['support'] });
});
afterAll(() => fixture.close());
beforeEach(() => fixture.forget());

const submitted = async (certifier: Certifier, changes = {}): Promise<string> => {
  const reply = await certifier.submit(changes);
  expect(reply.status, reply.text).toBe(200);
  return String(reply.body.data.submissionNo);
};
const detail = async (submissionNo: string, by = reviewer) =>
  (await by.call('ops.certification.detail', { submissionNo })).body.data;
const decide = (verb: 'approve' | 'reject', payload: object, by = reviewer): Promise<TestReply> =>
  by.call(`ops.certification.${verb}`, { idempotencyKey: newKey(), ...payload });
const reasons = [{ field: 'licenseFileId', reason: '图片不清晰，请重新上传' }];
const trail = (event: string) =>
  fixture.app.rows('select actor_kind, object, tenant_id, after from audit_event where event = $1 order by event_id', [
    event,
  ]);

describe('R11.4 the queue of certifications', () => {
  it('R11.4 shows what waits oldest first, each with its place and its neighbours', async () => {
    const [older, newer] = [await submitted(first), await submitted(second, { uscc: codes[1] })];
    const page = await reviewer.call('ops.certification.page', { status: 'pending' });
    expect(page.body.data).toMatchObject({
      total: 2,
      items: [
        { submissionNo: older, companyName: '云栖商贸有限公司', uscc: codes[0], ordinal: 1, isCertified: false },
        { submissionNo: newer, status: 'pending' },
      ],
    });
    expect((await detail(older)).queue).toEqual({ place: 1, waiting: 2, previousNo: null, nextNo: newer });
    expect((await detail(newer)).queue).toEqual({ place: 2, waiting: 2, previousNo: older, nextNo: null });
    const find = async (keyword: string) =>
      (await reviewer.call('ops.certification.page', { keyword })).body.data.items.map(
        (each: { submissionNo: string }) => each.submissionNo,
      );
    expect(await find('海纳')).toEqual([newer]);
    expect(await find(codes[0].slice(0, 8).toLowerCase())).toEqual([older]);
    expect(await find(newer)).toEqual([newer]);
    expect(await find('%')).toEqual([]);
    expect((await reviewer.call('ops.certification.page', { status: 'passed' })).body.data.items).toEqual([]);
  });

  it('contract 4 every submission is read by the cursor, what waits oldest first and the others newest first', async () => {
    await submitted(first);
    await fixture.app.rows(`
      with copied as (
        insert into tenant (tenant_id, name) select 'copy-' || n, '商户' || n from generate_series(1, 12) n returning tenant_id
      ), certified as (
        insert into certification
          select (jsonb_populate_record(c, jsonb_build_object('tenant_id', t.tenant_id, 'submission_no', t.tenant_id))).*
          from certification c, copied t where c.status = 'pending'
      )
      insert into certification_submission
        select (jsonb_populate_record(s, jsonb_build_object('tenant_id', t.tenant_id, 'submission_no', t.tenant_id))).*
        from certification_submission s, copied t where s.submission_no in (select submission_no from certification where status = 'pending')`);
    const byCursor = async (filter: object): Promise<string[]> => {
      const parts: string[][] = [];
      for (let cursor: string | null | undefined; cursor !== null; ) {
        const part = { ...filter, pageSize: 10, ...(cursor === undefined ? {} : { cursor }) };
        const { data } = (await reviewer.call('ops.certification.page', part)).body;
        parts.push(data.items.map(({ submissionNo }: { submissionNo: string }) => submissionNo));
        cursor = data.nextCursor;
      }
      return parts.flat();
    };
    const inOrder = async (order: string) =>
      (
        await fixture.app.rows(
          `select submission_no from certification where status = 'pending' order by submitted_at ${order}, submission_no ${order}`,
        )
      ).map(({ submission_no }) => submission_no);
    expect(await byCursor({ status: 'pending' })).toEqual(await inOrder('asc'));
    expect(await byCursor({})).toEqual(await inOrder('desc'));
  });

  it('R11.4 shows a form with masked numbers, its documents, and what differs from the submission before', async () => {
    const former = await submitted(first);
    const { version } = await detail(former);
    await decide('reject', { submissionNo: former, version, reasons });
    const again = await submitted(first, { address: '南山区某路 2 号', bankAccountNo: '6222020200112244' });
    const reply = await reviewer.call('ops.certification.detail', { submissionNo: again });
    expect(reply.body.data).toMatchObject({
      status: 'pending',
      ordinal: 2,
      isLatest: true,
      place: '广东省深圳市',
      form: { address: '南山区某路 2 号', legalName: '张*', legalIdNoMasked: '**************002X' },
      previous: { submissionNo: former, form: { address: '南山区某路 1 号' }, reasons },
      changed: ['address', 'bankAccountNo'],
      endedConsents: 0,
      isTakenElsewhere: false,
    });
    expect(reply.body.data.files.map((file: { field: string }) => file.field)).toEqual([
      'licenseFileId',
      'legalIdFrontFileId',
      'legalIdBackFileId',
    ]);
    for (const secret of [legalIdNo, bankAccountNo, '6222020200112244']) expect(reply.text).not.toContain(secret);
    expect(await detail(former)).toMatchObject({ isLatest: false, ordinal: 1, previous: null, changed: [] });
  });
});

describe('R11.4 a decision', () => {
  it('R11.4 passes a company, under the name of who decided', async () => {
    const submissionNo = await submitted(first);
    const { version } = await detail(submissionNo);
    const reply = await decide('approve', { submissionNo, version });
    expect(reply.body.data).toEqual({ status: 'passed', version: version + 1 });
    expect((await first.get()).body.data).toMatchObject({ status: 'passed', isCertified: true });
    expect(await trail('ops.certification.approve')).toEqual([
      expect.objectContaining({ actor_kind: 'staff', object: submissionNo, tenant_id: first.tenantId }),
    ]);
  });

  it('R4.11 sends back with a reason for each field, and the reasons are offered the next time', async () => {
    const submissionNo = await submitted(first);
    const { version } = await detail(submissionNo);
    for (const [wrong, path] of [
      [[{ field: 'uscc', reason: '　' }], 'reasons.0.reason'],
      [[...reasons, ...reasons], 'reasons'],
    ] as const) {
      const refused = await decide('reject', { submissionNo, version, reasons: wrong });
      expect(refused).toMatchObject({ status: 422, body: { data: { fields: [{ path }] } } });
    }
    expect((await first.get()).body.data.status).toBe('pending');
    const { body } = await decide('reject', { submissionNo, version, reasons });
    expect(body.data).toEqual({ status: 'rejected', version: version + 1 });
    expect((await first.get()).body.data).toMatchObject({ status: 'rejected', reasons });
    expect((await reviewer.call('ops.certification.phrases')).body.data.items).toEqual([
      { field: 'licenseFileId', phrases: ['图片不清晰，请重新上传'] },
    ]);
  });

  it('R4.12 of two who decide on the same submission one wins, and the other is refused', async () => {
    const submissionNo = await submitted(first);
    const { version } = await detail(submissionNo);
    const both = await Promise.all([
      decide('approve', { submissionNo, version }),
      decide('reject', { submissionNo, version, reasons }, colleague),
    ]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const now = await detail(submissionNo);
    expect(now.version).toBe(version + 1);
    // Who came second reads who was first.
    const winner = both[0]?.status === 200 ? 'reviewer' : 'colleague';
    expect(both.find(({ status }) => status === 409)).toMatchObject(
      cameSecond(winner, winner === 'reviewer' ? '通过企业认证' : '退回企业认证'),
    );
    expect(now.steps[0]).toMatchObject({ by: winner, event: winner === 'reviewer' ? 'approve' : 'reject' });
    // What was read before the merchant sent it again decides nothing.
    const late = await decide('approve', { submissionNo, version });
    expect(late.body.errCode).toBe('RHSY409');
    expect((await decide('reject', { submissionNo, version, reasons })).body.errCode).toBe('RHSY409');
  });

  it('R4.12 a decision that is sent again with its key is answered again, and taken once', async () => {
    const submissionNo = await submitted(first);
    const { version } = await detail(submissionNo);
    const payload = { submissionNo, version, idempotencyKey: newKey() };
    const replies = await Promise.all(Array.from({ length: 5 }, () => decide('approve', payload)));
    expect(new Set(replies.map(({ body }) => JSON.stringify(body.data)))).toHaveLength(1);
    expect(await fixture.app.rows("select 1 from certification_step where event = 'approve'")).toHaveLength(1);
  });

  it('R5.4 a code with which another company is certified cannot pass, and the desk sees it beforehand', async () => {
    const [own, other] = [await submitted(first), await submitted(second)];
    await decide('approve', { submissionNo: own, version: (await detail(own)).version });
    const seen = await detail(other);
    expect(seen.isTakenElsewhere).toBe(true);
    const refused = await decide('approve', { submissionNo: other, version: seen.version });
    expect(refused).toMatchObject({ status: 409, body: { errCode: 'RHCE004' } });
    expect((await second.get()).body.data.status).toBe('pending');
  });

  it('R10.6 a submission whose consent was withdrawn cannot pass, and can be sent back', async () => {
    const submissionNo = await submitted(first);
    await fixture.app.rows('update consent set withdrawn_at = app_now() where tenant_id = $1', [first.tenantId]);
    const seen = await detail(submissionNo);
    expect(seen.endedConsents).toBe(1);
    const refused = await decide('approve', { submissionNo, version: seen.version });
    expect(refused.body.errCode).toBe('RHCE003');
    expect((await decide('reject', { submissionNo, version: seen.version, reasons })).status).toBe(200);
  });
});

describe('security 4.12 what is masked in a review', () => {
  it('security 4.12 a number is shown one at a time, to who may decide, and every look is in the trail', async () => {
    const submissionNo = await submitted(first);
    const ask = (by: TestBrowser, field = 'legalIdNo') => by.call('ops.certification.reveal', { submissionNo, field });
    expect((await ask(reviewer)).body.data).toEqual({ value: legalIdNo });
    expect((await ask(reviewer, 'legalName')).body.data).toEqual({ value: '张三' });
    expect((await ask(reviewer, 'agentIdNo')).body.errCode).toBe('RHSY404');
    expect((await ask(support)).body.errCode).toBe('RHSY403');
    const looks = await trail('ops.certification.reveal');
    expect(looks.filter(({ tenant_id }) => tenant_id !== null)).toEqual(
      ['legalIdNo', 'legalName'].map((field) => ({
        actor_kind: 'staff',
        object: submissionNo,
        tenant_id: first.tenantId,
        after: { field },
      })),
    );
    expect(JSON.stringify(looks)).not.toContain(legalIdNo);
  });

  it('security 4.12 a document is opened by who may decide alone, and every look is in the trail', async () => {
    const submissionNo = await submitted(first);
    const fileId = String(first.form['legalIdFrontFileId']);
    const open = (by: TestBrowser, payload: object) =>
      by.call('ops.certification.download', { submissionNo, fileId, ...payload });
    const opened = await open(reviewer, {});
    expect(opened.headers['content-type']).toBe('image/jpeg');
    expect(opened.bytes.length).toBeGreaterThan(100);
    expect((await open(support, {})).body.errCode).toBe('RHSY403');
    expect((await open(reviewer, { fileId: String(second.form['licenseFileId']) })).body.errCode).toBe('RHSY404');
    await fixture.app.rows("update file set status = 'scanning' where file_id = $1", [fileId]);
    expect((await open(reviewer, {})).body.errCode).toBe('RHFI002');
    await fixture.app.rows("update file set status = 'ready' where file_id = $1", [fileId]);
    const looks = (await trail('ops.certification.download')).filter(({ after }) => after !== null);
    expect(looks).toEqual([
      { actor_kind: 'staff', object: submissionNo, tenant_id: first.tenantId, after: { fileId } },
    ]);
    // The file is not in the folder that stands in the place of the store.
    const marked = await fixture.app.ports.files.mark();
    await fixture.app.ports.files.setMark('another-store');
    await fixture.app.clock.advance({ minutes: 2 });
    await fixture.app.rows("update file set storage_key = storage_key || '-away' where file_id = $1", [fileId]);
    expect((await open(reviewer, {})).body.errCode).toBe('OPSB0005');
    await fixture.app.rows("update file set storage_key = replace(storage_key, '-away', '') where file_id = $1", [
      fileId,
    ]);
    await fixture.app.ports.files.setMark(marked ?? '');
  });
});

describe('R11.4 two at once', () => {
  it('R11.4 who else has a submission open is named, until they are gone for more than a minute', async () => {
    const submissionNo = await submitted(first);
    const watch = async (by: TestBrowser) =>
      (await by.call('ops.certification.watch', { submissionNo })).body.data.others;
    expect(await watch(reviewer)).toEqual([]);
    expect(await watch(colleague)).toEqual(['reviewer']);
    expect(await watch(reviewer)).toEqual(['colleague']);
    await fixture.app.clock.advance({ minutes: 2 });
    expect(await watch(reviewer)).toEqual([]);
  });
});
