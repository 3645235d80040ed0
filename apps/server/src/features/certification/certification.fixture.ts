import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { type AgreementText, addAgreements } from '#features/agreement/agreement.steps';
import { enter, photograph } from '#features/file/file.fixture';
import { stepTicket } from '#features/tenant/tenant.fixture';
import { operatorAuthor } from '#kernel/command-verb';
import { newKey } from '#kernel/testing/new-key';
import { type TestApp, type TestAppOptions, testApp } from '#kernel/testing/test-app';
import type { TestBrowser, TestReply } from '#kernel/testing/test-client';
import { certificationJobs } from './certification.jobs.ts';
import { type DecisionResult, decideCertification } from './certification.review.ts';

/** Codes with right check characters. */
export const codes = ['91350100M000100Y43', '91110108MA01ABCD0B'] as const;
export const legalIdNo = '11010519491231002X';
export const bankAccountNo = '6222020200112233';
const consent = [{ id: 'certification-data', version: '2026-11' }];

/** The agreement that a submission accepts. */
export const certificationAgreement: AgreementText = {
  id: 'certification-data',
  version: '2026-11',
  title: '敏感个人信息处理同意书',
  scene: 'certification',
  required: true,
  markdown: '#',
  html: '<p></p>',
  sha256: 'c'.repeat(64),
  effectiveAt: new Date('2020-01-01'),
};

/** A merchant with the pictures that the form asks for. */
export interface Certifier {
  readonly browser: TestBrowser;
  readonly tenantId: string;
  readonly form: Readonly<Record<string, unknown>>;
  get(): Promise<TestReply>;
  save(fields: Readonly<Record<string, unknown>>): Promise<TestReply>;
  /** The complete form with a fresh proof and some changes; a field of undefined is left out. */
  submit(changes?: Readonly<Record<string, unknown>>): Promise<TestReply>;
  verify(amount: number): Promise<TestReply>;
  abandon(): Promise<TestReply>;
  /** A fresh proof of the user's identity. */
  proof(): Promise<string>;
}

/** A merchant who has uploaded the pictures for the form. */
export const certifierOf = async (app: TestApp, browser: TestBrowser, which: 1 | 2): Promise<Certifier> => {
  const upload = async (name: string) => {
    const reply = await browser.upload('file.upload', name, await photograph('jpeg'));
    return String(reply.body.data.fileId);
  };
  const { body } = await browser.call('tenant.get');
  const form = {
    companyType: 'enterprise',
    companyName: which === 1 ? '云栖商贸有限公司' : '海纳食品有限公司',
    uscc: codes[0],
    licenseFileId: await upload('执照.jpg'),
    licenseValidTo: null,
    provinceCode: '440000',
    cityCode: '440300',
    address: '南山区某路 1 号',
    legalName: '张三',
    legalIdNo,
    legalIdFrontFileId: await upload('人像面.jpg'),
    legalIdBackFileId: await upload('国徽面.jpg'),
    legalIdValidTo: '2099-01-01',
    isAgent: false,
    bankName: '示例银行',
    bankBranch: '南山支行',
    bankAccountNo,
  };
  const call = (id: string, payload: object) => browser.call(id, { ...payload, idempotencyKey: newKey() });
  return {
    browser,
    tenantId: String(body.data.tenantId),
    form,
    get: () => browser.call('certification.get'),
    save: (fields) => call('certification.saveDraft', fields),
    submit: async (changes = {}) =>
      call(
        'certification.submit',
        Object.fromEntries(
          Object.entries({
            ...form,
            agreements: consent,
            stepTicket: await stepTicket(app, browser),
            ...changes,
          }).filter(([, value]) => value !== undefined),
        ),
      ),
    verify: (amount) => call('certification.verifyTransfer', { amount }),
    abandon: () => call('certification.abandonChange', {}),
    proof: () => stepTicket(app, browser),
  };
};

/** The application with two merchants who fill in their forms. */
export class CertificationFixture {
  readonly app: TestApp;
  readonly first: Certifier;
  readonly second: Certifier;

  constructor(app: TestApp, certifiers: readonly [Certifier, Certifier]) {
    this.app = app;
    [this.first, this.second] = certifiers;
  }

  /** Decides as staff, whatever the version. */
  decide(
    kind: 'approve' | 'reject',
    submissionNo: string,
    reasons: Readonly<Record<string, string>> = {},
  ): Promise<DecisionResult> {
    const { database, ports } = this.app;
    const given = Object.entries(reasons).map(([field, reason]) => ({ field, reason }));
    const asked = kind === 'approve' ? { kind, submissionNo } : { kind, submissionNo, reasons: given };
    return database.transact('service', (tx) => decideCertification(tx, ports, operatorAuthor, asked));
  }

  /** One round of the jobs. */
  async jobs(): Promise<void> {
    const { database, ports } = this.app;
    for (const { run } of certificationJobs) await run({ database, ports, log: ports.log });
  }

  /** The amount of the last transfer to a submission, as the company's bank would show it. */
  async received(submissionNo: string): Promise<number> {
    const text = await readFile(join(this.app.dataDir, 'outbox/bank.jsonl'), 'utf8').catch(() => '');
    const lines = text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)]));
    const paid = lines.filter(({ reference }) => reference === submissionNo);
    if (paid.length > 1) throw new Error('paid twice');
    return Number(paid[0]?.amount ?? 0);
  }

  /** Moves the clock by days without ending the sessions. */
  async pass(days: number): Promise<void> {
    await this.app.clock.advance({ days });
    await this.app.rows("update session set last_seen_at = app_now(), expires_at = app_now() + interval '1 day'");
  }

  /** Resets everything to the state before the first draft. */
  async forget(): Promise<void> {
    // Only the owner of the database may delete the history.
    const owner = new pg.Client({ connectionString: this.app.url });
    await owner.connect();
    try {
      await owner.query('truncate certification, certification_submission, certification_step');
    } finally {
      await owner.end();
    }
    await this.app.rows("update tenant set certification_status = 'none', uscc = null");
  }

  close = (): Promise<void> => this.app.close();
}

/** Opens a fixture. */
export const openCertificationFixture = async (options: TestAppOptions = {}): Promise<CertificationFixture> => {
  const app = await testApp(options);
  await app.database.transact('service', (tx) => addAgreements(tx, [certificationAgreement]));
  const [first, second] = [await enter(app, 1), await enter(app, 2)];
  return new CertificationFixture(app, [await certifierOf(app, first, 1), await certifierOf(app, second, 2)]);
};

let certified = 0;
/** Gives a tenant a certification in force, without its submission. */
export const certifyTenant = async (app: TestApp, { tenantId }: { readonly tenantId: string }): Promise<void> => {
  certified += 1;
  await app.rows(
    `insert into certification (tenant_id, status, form, masks, reasons, submission_no, certified_no, certified_uscc)
      values ($1, 'passed', '{}', '{}', '[]', $2, $2, $3) on conflict (tenant_id) do update
        set certified_no = coalesce(certification.certified_no, excluded.certified_no),
          certified_uscc = coalesce(certification.certified_uscc, excluded.certified_uscc)`,
    [tenantId, `RZ-given-${certified}`, `GIVEN${String(certified).padStart(13, '0')}`],
  );
};
