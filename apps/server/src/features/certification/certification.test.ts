import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { colleagueOf } from '#features/file/file.fixture';
import { newKey } from '#kernel/testing/new-key';
import type { TestReply } from '#kernel/testing/test-client';
import {
  bankAccountNo,
  type CertificationFixture,
  type Certifier,
  codes,
  legalIdNo,
  openCertificationFixture,
} from './certification.fixture.ts';

let fixture: CertificationFixture;
let first: Certifier;
let second: Certifier;
beforeAll(async () => {
  fixture = await openCertificationFixture();
  ({ first, second } = fixture);
});
afterAll(() => fixture.close());
beforeEach(() => fixture.forget());

const tenantOf = async ({ tenantId }: Certifier) =>
  (
    await fixture.app.rows('select name, uscc, certification_status as status from tenant where tenant_id = $1', [
      tenantId,
    ])
  )[0];
const numberOf = (reply: TestReply): string => String(reply.body.data?.submissionNo);
const submitted = async (certifier: Certifier, changes = {}): Promise<string> => {
  const reply = await certifier.submit(changes);
  expect(reply.status, reply.text).toBe(200);
  return numberOf(reply);
};
const strip = ({ status, body: { traceId: _, ...body } }: TestReply) => ({ status, body });

describe('R10.8 the draft', () => {
  it('R10.8 is stored field by field, emptied by an empty text, and read back', async () => {
    expect((await first.get()).body.data).toMatchObject({ status: 'none', form: {}, submissionNo: null });
    await first.save({ companyName: ' 云栖商贸 ', uscc: '9135 0100m000100y43', licenseValidTo: null });
    await first.save({ companyName: '云栖商贸有限公司', address: '某路' });
    const reply = await first.save({ address: '', legalIdNo });
    expect(reply.body.data.form).toEqual({
      companyName: '云栖商贸有限公司',
      uscc: codes[0],
      licenseValidTo: null,
      legalIdNoMasked: '**************002X',
    });
    expect(strip(await first.get()).body).toEqual(strip(reply).body);
    expect((await second.get()).body.data.form).toEqual({});
  });

  it('security 4.12 numbers are sealed at rest, masked on the wire and shown one at a time, with a trace', async () => {
    const submissionNo = await submitted(first);
    const [row] = await fixture.app.rows(
      'select form::text || masks::text as open, sealed from certification_submission where submission_no = $1',
      [submissionNo],
    );
    for (const secret of [legalIdNo, bankAccountNo]) {
      expect(String(row?.['open'])).not.toContain(secret);
      expect(Buffer.from(String(row?.['sealed'])).includes(secret)).toBe(false);
      expect((await first.get()).text).not.toContain(secret);
    }
    const trail = await fixture.app.rows('select before::text, after::text from audit_event');
    expect(JSON.stringify(trail)).not.toContain(legalIdNo);
    const asked = { kind: 'certification', id: submissionNo, field: 'bankAccountNo' };
    const ask = { ...asked, stepTicket: await first.proof() };
    expect((await first.browser.call('personal.reveal', ask)).body.data).toEqual({ value: bankAccountNo });
    expect(await first.browser.call('personal.reveal', { ...ask, field: 'agentIdNo' })).toMatchObject({ status: 404 });
    expect(
      await fixture.app.rows(
        "select after from audit_event where event = 'personal.reveal' and result = 'ok' and object = $1",
        [submissionNo],
      ),
    ).toEqual([{ after: { field: 'bankAccountNo' } }]);
    const proved = { ...asked, stepTicket: await second.proof() };
    const foreign = await second.browser.call('personal.reveal', proved);
    expect(foreign.status).toBe(404);
    expect(strip(foreign)).toEqual(strip(await second.browser.call('personal.reveal', { ...proved, id: 'RZ-none' })));
  });

  it('R6.3 files of another tenant are answered like missing ones, and own files become sensitive', async () => {
    const theirs = await first.save({ licenseFileId: second.form['licenseFileId'] });
    expect(theirs.status).toBe(404);
    expect(strip(theirs)).toEqual(strip(await first.save({ licenseFileId: 'no-such-file' })));
    expect((await first.save({ licenseFileId: first.form['licenseFileId'] })).status).toBe(200);
    const [file] = await fixture.app.rows('select is_restricted from file where file_id = $1', [
      first.form['licenseFileId'],
    ]);
    expect(file).toEqual({ is_restricted: true });
  });

  it('R5.7 a file that is still being scanned may be in the draft, not in a submission', async () => {
    const scanning = (status: string) =>
      fixture.app.rows('update file set status = $1 where file_id = $2', [status, first.form['licenseFileId']]);
    await scanning('scanning');
    expect((await first.save({ licenseFileId: first.form['licenseFileId'] })).status).toBe(200);
    expect(await first.submit()).toMatchObject({ status: 409, body: { errCode: 'RHFI002' } });
    expect(await fixture.app.rows('select 1 from certification_submission')).toEqual([]);
    await scanning('ready');
    await submitted(first);
  });

  it('R6.3 row security hides it even without the filter', async () => {
    await submitted(first);
    const asSecond = fixture.app.database.reading({ tenantId: second.tenantId });
    for (const table of ['certification', 'certification_submission', 'certification_step'] as const) {
      expect(await asSecond.selectFrom(table).select('tenant_id').execute()).toEqual([]);
    }
    await expect(
      fixture.app.database.transact({ tenantId: first.tenantId }, (tx) =>
        tx.updateTable('certification').set({ status: 'passed' }).execute(),
      ),
    ).rejects.toThrow(/permission denied/);
  });
});

describe('R5.4 the submission', () => {
  it('R5.4 `91350100M000100Y43` is taken and `91350100M000100Y4Z` is not', async () => {
    const refused = await first.submit({ uscc: '91350100M000100Y4Z' });
    expect(refused).toMatchObject({ status: 422, body: { data: { fields: [{ path: 'uscc' }] } } });
    expect((await first.submit({ uscc: '91350100M000100Y43' })).body.data.status).toBe('pending');
  });

  it.each([
    [{ cityCode: '110100' }, 'cityCode'],
    [{ legalIdNo: '110105194912310021' }, 'legalIdNo'],
    [{ legalIdNo: undefined }, 'legalIdNo'],
    [{ bankAccountNo: '12' }, 'bankAccountNo'],
    [{ licenseValidTo: '2020-01-01' }, 'licenseValidTo'],
    [{ isAgent: true, agentName: '李四' }, 'agentIdNo'],
    [{ companyName: '   ' }, 'companyName'],
    [{ companyName: undefined }, 'companyName'],
  ])('R5.4 %j is named, and nothing is stored', async (changes, path) => {
    const reply = await first.submit(changes);
    expect(reply, reply.text).toMatchObject({ status: 422, body: { errCode: 'RHSY422' } });
    expect(reply.body.data.fields[0].path).toBe(path);
    expect((await first.get()).body.data).toMatchObject({ status: 'none', form: {} });
  });

  it('R10.6 needs the separate consent in its current version, and stores it in the same transaction', async () => {
    expect(await first.submit({ agreements: [] })).toMatchObject({ status: 409, body: { errCode: 'RHAG001' } });
    const before = await fixture.app.rows("select consent_id from consent where scene = 'certification'");
    const submissionNo = await submitted(first);
    const [row] = await fixture.app.rows(
      `select c.agreement_id, c.sha256, c.tenant_id from certification_submission s join consent c on c.consent_id = s.consent_ids[1]
       where s.submission_no = $1`,
      [submissionNo],
    );
    expect(row).toEqual({ agreement_id: 'certification-data', sha256: 'c'.repeat(64), tenant_id: first.tenantId });
    const after = await fixture.app.rows("select consent_id from consent where scene = 'certification'");
    expect(after.length - before.length).toBe(1);
  });

  it('R4.12 the same key returns the first answer, and a second submission is a 409', async () => {
    const payload = {
      ...first.form,
      agreements: [{ id: 'certification-data', version: '2026-11' }],
      idempotencyKey: newKey(),
    };
    const replies = await Promise.all([1, 2, 3].map(() => first.browser.call('certification.submit', payload)));
    expect(new Set(replies.map(({ body }) => JSON.stringify(body.data))).size).toBe(1);
    expect(await fixture.app.rows('select 1 from certification_submission')).toHaveLength(1);
    expect(await first.submit()).toMatchObject({ status: 409, body: { errCode: 'RHSY409' } });
    expect(await first.save({ address: '别处' })).toMatchObject({ status: 409 });
  });

  it('R6.3 only the owner sees the form; other members see the status', async () => {
    await submitted(first);
    const finance = await colleagueOf(fixture.app, first.tenantId, 'finance');
    const { data } = (await finance.call('certification.get')).body;
    expect(data).toMatchObject({ status: 'pending', form: null });
    const payload = { idempotencyKey: newKey() };
    expect((await finance.call('certification.saveDraft', payload)).status).toBe(403);
    expect((await finance.call('certification.verifyTransfer', { ...payload, amount: 1 })).status).toBe(403);
  });
});

describe('R4.11 the decision', () => {
  it('R4.11 a passed one certifies the tenant once, with the proved name and code', async () => {
    const submissionNo = await submitted(first);
    expect(await tenantOf(first)).toMatchObject({ status: 'pending', uscc: null });
    expect(await fixture.decide('approve', submissionNo)).toMatchObject({ status: 'passed', changed: true });
    expect(await fixture.decide('approve', submissionNo)).toMatchObject({ status: 'passed', changed: false });
    expect(await tenantOf(first)).toEqual({ status: 'passed', uscc: codes[0], name: '云栖商贸有限公司' });
    expect((await first.get()).body.data).toMatchObject({ status: 'passed', isCertified: true, reasons: [] });
    expect(
      await fixture.app.rows(
        'select event, from_status, to_status, actor, by_name from certification_step order by version',
      ),
    ).toMatchObject([
      { event: 'submit', from_status: 'none', to_status: 'pending', actor: 'merchant' },
      { event: 'approve', from_status: 'pending', to_status: 'passed', actor: 'ops', by_name: '平台运营' },
    ]);
    expect(
      await fixture.app.rows("select title from notice where kind = 'certification' order by created_at desc limit 1"),
    ).toEqual([{ title: '企业认证已通过' }]);
  });

  it('R10.7 an editor with the record open gets a conflict when the certification passes; the address is filled in completely or not at all', async () => {
    const place = async () =>
      (
        await fixture.app.rows('select province_code, city_code, address, version from tenant where tenant_id = $1', [
          first.tenantId,
        ])
      )[0];
    await fixture.app.rows('update tenant set province_code = null, city_code = null, address = null');
    const open = (await first.browser.call('tenant.get')).body.data;
    await fixture.decide('approve', await submitted(first));
    expect(await place()).toMatchObject({ province_code: '440000', city_code: '440300', address: '南山区某路 1 号' });
    const stale = await first.browser.call('tenant.update', { contactName: '王小明', version: open.version });
    expect(stale).toMatchObject({ status: 409, body: { errCode: 'RHSY409' } });
    await fixture.app.rows("update tenant set province_code = '110000', city_code = '110101', address = null");
    const { version } = (await place()) ?? {};
    await fixture.decide('approve', await submitted(first));
    expect(await place()).toEqual({
      province_code: '110000',
      city_code: '110101',
      address: null,
      version: Number(version) + 1,
    });
  });

  it('R10.6 one whose consent was withdrawn cannot pass, but can be rejected and submitted again', async () => {
    const submissionNo = await submitted(first);
    const { body } = await first.browser.call('authorization.page', { status: 'active' });
    const given = body.data.items.filter(
      ({ agreementId }: { agreementId: string }) => agreementId === 'certification-data',
    );
    for (const { recordId } of given) {
      await first.browser.call('authorization.revoke', { recordId, idempotencyKey: newKey() });
    }
    const refused = await fixture.decide('approve', submissionNo);
    expect(refused).toMatchObject({ ok: false, reason: 'consentGone' });
    expect(await tenantOf(first)).toMatchObject({ status: 'pending', uscc: null });
    expect((await fixture.decide('reject', submissionNo, { address: '同意已撤回' })).ok).toBe(true);
    expect((await fixture.decide('approve', await submitted(first))).ok).toBe(true);
  });

  it('R4.11 a rejected one has a reason for each field, and can be corrected and submitted again', async () => {
    const submissionNo = await submitted(first);
    expect(await fixture.decide('reject', submissionNo)).toMatchObject({ reason: 'reasonMissing' });
    expect(await fixture.decide('reject', submissionNo, { nonsense: '不对' })).toMatchObject({
      reason: 'unknownField',
    });
    expect((await fixture.decide('reject', submissionNo, { uscc: '  ' })).ok).toBe(false);
    const reasons = { uscc: '与执照不一致', legalIdFrontFileId: '照片反光' };
    expect(await fixture.decide('reject', submissionNo, reasons)).toMatchObject({ status: 'rejected', changed: true });
    // Repeated, it changes nothing; the merchant has read these reasons, so that others are refused.
    const same = { legalIdFrontFileId: ' 照片反光 ', uscc: '与执照不一致' };
    expect(await fixture.decide('reject', submissionNo, same)).toMatchObject({ ok: true, changed: false });
    for (const other of [{ uscc: '与执照不一致' }, { ...reasons, uscc: '看不清' }])
      expect(await fixture.decide('reject', submissionNo, other)).toMatchObject({ ok: false, reason: 'changed' });
    const { data } = (await first.get()).body;
    expect(data).toMatchObject({
      status: 'rejected',
      reasons: [
        { field: 'uscc', reason: '与执照不一致' },
        { field: 'legalIdFrontFileId', reason: '照片反光' },
      ],
      form: { companyName: '云栖商贸有限公司', legalIdNoMasked: '**************002X' },
    });
    expect((await fixture.decide('approve', submissionNo)).ok).toBe(false);
    // Stored fields need not be typed again.
    const again = await submitted(first, { uscc: codes[1], legalIdNo: undefined, bankAccountNo: undefined });
    expect(again).not.toBe(submissionNo);
    expect((await first.get()).body.data).toMatchObject({ status: 'pending', reasons: [] });
    expect(await fixture.decide('approve', submissionNo)).toMatchObject({ reason: 'notFound' });
    expect((await fixture.decide('approve', again)).ok).toBe(true);
    expect(await tenantOf(first)).toMatchObject({ uscc: codes[1] });
  });

  it('security 4.1 a number in full, and a change of what is in force, need a fresh proof; a first submission does not', async () => {
    const submissionNo = await submitted(first, { stepTicket: undefined });
    const ask = { kind: 'certification', id: submissionNo, field: 'legalIdNo' };
    for (const stepTicket of [undefined, 'none', await second.proof()]) {
      const refused = await first.browser.call('personal.reveal', { ...ask, ...(stepTicket && { stepTicket }) });
      expect(refused).toMatchObject({ status: 403, body: { errCode: 'RHAC003' } });
      expect(refused.text).not.toContain(legalIdNo);
    }
    await fixture.decide('approve', submissionNo);
    for (const stepTicket of [undefined, 'none', await second.proof()]) {
      expect(await first.submit({ stepTicket })).toMatchObject({ status: 403, body: { errCode: 'RHAC003' } });
    }
    expect((await first.get()).body.data).toMatchObject({ status: 'passed', submissionNo });
    const stepTicket = await first.proof();
    // The form is checked first, so a wrong form does not use up the proof.
    expect(await first.submit({ stepTicket, companyName: ' ' })).toMatchObject({ status: 422 });
    expect((await first.submit({ stepTicket })).status).toBe(200);
    const again = await first.browser.call('personal.reveal', { ...ask, stepTicket });
    expect(again.body.errCode).toBe('RHAC003');
  });

  it('R4.11 a passed one shows what is in force beside the draft of a change, until the change is given up', async () => {
    const submissionNo = await submitted(first);
    await fixture.decide('approve', submissionNo);
    const saved = await first.save({ companyName: '云栖新商贸有限公司', bankAccountNo: '6222020200119999' });
    const { data } = (await first.get()).body;
    expect(data).toMatchObject({
      status: 'passed',
      submissionNo,
      form: { companyName: '云栖商贸有限公司', bankAccountNoMasked: '************2233' },
      draft: { companyName: '云栖新商贸有限公司', bankAccountNoMasked: '************9999' },
    });
    expect(saved.body.data).toEqual(data);
    const ask = { kind: 'certification', id: submissionNo, field: 'bankAccountNo', stepTicket: await first.proof() };
    expect((await first.browser.call('personal.reveal', ask)).body.data).toEqual({ value: bankAccountNo });
    const abandoned = await first.abandon();
    expect(abandoned.body.data).not.toHaveProperty('draft');
    expect(abandoned.body.data).toEqual((await first.get()).body.data);
    expect(abandoned.body.data).toMatchObject({ status: 'passed', form: { companyName: '云栖商贸有限公司' } });
  });

  it('R4.11 a change that was sent back can be given up: the company is certified as before; a first submission cannot', async () => {
    const one = await submitted(first);
    expect(await first.abandon()).toMatchObject({ status: 409 });
    await fixture.decide('reject', one, { uscc: '不符' });
    expect(await first.abandon()).toMatchObject({ status: 409, body: { errCode: 'RHSY409' } });
    const submissionNo = await submitted(first);
    await fixture.decide('approve', submissionNo);
    const timeless = ({ submittedAt: _, reviewedAt: __, ...data }: Record<string, unknown>) => data;
    const before = timeless((await first.get()).body.data);
    await fixture.app.clock.advance({ minutes: 5 });
    const change = await submitted(first, { companyName: '云栖新商贸有限公司', bankAccountNo: '6222020200119999' });
    expect(await first.abandon()).toMatchObject({ status: 409 });
    await fixture.decide('reject', change, { companyName: '与执照不一致' });
    expect((await first.get()).body.data).toMatchObject({ status: 'rejected', isCertified: true });
    expect(timeless((await first.abandon()).body.data)).toEqual(before);
    expect(timeless((await first.get()).body.data)).toEqual(before);
    // The numbers of the change are deleted with it: only those in force are stored.
    const again = await submitted(first, { bankAccountNo: undefined });
    const ask = { kind: 'certification', id: again, field: 'bankAccountNo', stepTicket: await first.proof() };
    expect((await first.browser.call('personal.reveal', ask)).body.data).toEqual({ value: bankAccountNo });
    expect(await fixture.app.rows("select event, actor from certification_step where event = 'abandon'")).toEqual([
      { event: 'abandon', actor: 'merchant' },
    ]);
  });

  it('R4.11 a passed one changes only by a new submission, and stays in force until that has passed', async () => {
    await fixture.decide('approve', await submitted(first));
    const change = await submitted(first, { companyName: '云栖新商贸有限公司' });
    expect(await tenantOf(first)).toMatchObject({ status: 'passed', name: '云栖商贸有限公司' });
    expect((await first.get()).body.data).toMatchObject({ status: 'pending', isCertified: true });
    await fixture.decide('reject', change, { companyName: '与执照不一致' });
    expect(await tenantOf(first)).toMatchObject({ status: 'passed', name: '云栖商贸有限公司' });
    await fixture.decide('approve', await submitted(first, { companyName: '云栖新商贸有限公司' }));
    expect(await tenantOf(first)).toMatchObject({ status: 'passed', name: '云栖新商贸有限公司' });
  });
});

describe('R5.4 one code, one tenant', () => {
  it('RHCE001 a code that another tenant is certified with is refused; one that is only submitted is not', async () => {
    const one = await submitted(first);
    const other = await submitted(second);
    expect((await fixture.decide('approve', one)).ok).toBe(true);
    expect(await fixture.decide('approve', other)).toMatchObject({ reason: 'taken' });
    expect((await second.get()).body.data.status).toBe('pending');
    await fixture.decide('reject', other, { uscc: '该企业已认证' });
    expect(await second.submit()).toMatchObject({
      status: 409,
      body: { errCode: 'RHCE001', errMsg: '该企业已认证，请联系其管理员邀请您加入' },
    });
    expect((await second.submit({ uscc: codes[1] })).status).toBe(200);
    // The tenant's own code does not block its own change.
    expect((await first.submit()).status).toBe(200);
  });

  it('R4.12 of parallel decisions one is taken, and of two tenants with one code one passes', async () => {
    for (let round = 0; round < 5; round += 1) {
      await fixture.forget();
      const [one, other] = [await submitted(first), await submitted(second)];
      const outcomes = await Promise.all([
        fixture.decide('approve', one),
        fixture.decide('approve', other),
        fixture.decide('reject', one, { uscc: '不符' }),
        fixture.decide('approve', one),
      ]);
      const certified = await fixture.app.rows('select tenant_id from certification where certified_uscc is not null');
      expect(certified.length).toBe(1);
      const steps = await fixture.app.rows(
        "select event from certification_step where actor = 'ops' and submission_no = $1",
        [one],
      );
      expect(steps.length).toBeLessThanOrEqual(1);
      expect(outcomes.some(({ ok }) => ok)).toBe(true);
    }
  });

  it('R5.4 the database guarantees that a code is unique', async () => {
    await fixture.decide('approve', await submitted(first));
    await submitted(second, { uscc: codes[1] });
    await expect(
      fixture.app.rows("update certification set certified_uscc = $1, certified_no = 'x' where tenant_id = $2", [
        codes[0],
        second.tenantId,
      ]),
    ).rejects.toThrow(/unique/);
  });
});

describe('R4.11 the end of a licence or an identity card', () => {
  it('R4.11 is announced 30 days ahead, once, and again for the next one', async () => {
    const endsOn = new Date(fixture.app.clock.now().getTime() + 40 * 86_400_000).toISOString().slice(0, 10);
    await fixture.decide('approve', await submitted(first, { licenseValidTo: endsOn }));
    const announced = async () =>
      (
        await fixture.app.rows("select text from notice where title = '营业执照即将到期' and tenant_id = $1", [
          first.tenantId,
        ])
      ).length;
    await fixture.jobs();
    expect(await announced()).toBe(0);
    await fixture.pass(11);
    await Promise.all([fixture.jobs(), fixture.jobs()]);
    await fixture.jobs();
    expect(await announced()).toBe(1);
    const [notice] = await fixture.app.rows("select text from notice where title = '营业执照即将到期'");
    expect(String(notice?.['text'])).toContain(endsOn);
  });

  it('R4.11 is announced for each document separately, in either order, and for both on the same day', async () => {
    const titles = async () =>
      (
        await fixture.app.rows(
          "select title from notice where title like '%即将到期' and tenant_id = $1 order by title",
          [first.tenantId],
        )
      ).map(({ title }) => title);
    const inDays = (days: number) =>
      new Date(fixture.app.clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10);
    await fixture.app.rows('delete from notice');
    await fixture.decide('approve', await submitted(first, { licenseValidTo: inDays(20), legalIdValidTo: inDays(60) }));
    await fixture.jobs();
    expect(await titles()).toEqual(['营业执照即将到期']);
    await fixture.pass(31);
    await fixture.jobs();
    await fixture.jobs();
    expect(await titles()).toEqual(['法定代表人身份证即将到期', '营业执照即将到期'].toSorted());
    await fixture.app.rows('delete from notice');
    await fixture.decide('approve', await submitted(first, { licenseValidTo: inDays(25), legalIdValidTo: inDays(25) }));
    await Promise.all([fixture.jobs(), fixture.jobs()]);
    expect(await titles()).toHaveLength(2);
    // An end that a node of the previous version announced is not announced again.
    await fixture.app.rows('update certification set expiry_told = licence_until, licence_told = null, id_told = null');
    await fixture.jobs();
    expect(await titles()).toHaveLength(2);
  });
});
