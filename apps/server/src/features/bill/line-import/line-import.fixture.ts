import { newKey } from '#features/order/order.fixture';
import { enterStaff } from '#features/staff/staff.fixture';
import type { TestApp } from '#kernel/testing/test-app';
import type { TestBrowser, TestReply } from '#kernel/testing/test-client';

type Data = TestReply['body']['data'];

/** The head of a file that is recognised without help. */
export const fileHead = '商户,项目,产品,机构,业务编号,业务日期,金额,费率,客户姓名,更正的明细';

/** What a row says. */
export interface GivenRow {
  readonly tenant: string;
  readonly project: string;
  readonly org: string;
  readonly loanNo?: string;
  readonly product?: string;
  readonly day?: string;
  readonly amount?: string;
  readonly corrects?: string;
}

/** A row of such a file. */
export const fileRow = ({ tenant, project, org, loanNo = 'L-1', product = 'loan', ...row }: GivenRow): string => {
  const { day = '2026-10-15', amount = '50000.00', corrects = '' } = row;
  return `${tenant},${project},${product},${org},${loanNo},${day},${amount},1.2%,张三,${corrects}`;
};

/** The desk that imports lines, by its operations. */
export interface ImportStaff {
  readonly browser: TestBrowser;
  upload(stageId: string, file: string | Buffer, name?: string): Promise<TestReply>;
  preview(importId: string, mapping?: unknown, choices?: unknown): Promise<TestReply>;
  start(importId: string, given?: Readonly<Record<string, unknown>>): Promise<TestReply>;
  get(importId: string): Promise<Data>;
  /** Uploads a file, imports it by what is recognised, and waits for its end. */
  run(stageId: string, file: string | Buffer, name?: string): Promise<Data>;
  report(importId: string): Promise<readonly string[]>;
}

const dataOf = ({ status, text, body }: TestReply): Data => {
  if (status !== 200) throw new Error(text);
  return body.data;
};

/** A console in which the finance of the provider imports lines. */
export const enterImports = async (app: TestApp, account = 'import-finance'): Promise<ImportStaff> => {
  const browser = await enterStaff(app, account, { roles: ['finance'] });
  const upload: ImportStaff['upload'] = (stageId, file, name = '明细.csv') =>
    browser.upload('ops.lineImport.upload', name, Buffer.from(file), { stageId });
  const preview: ImportStaff['preview'] = (importId, mapping, choices) =>
    browser.call('ops.lineImport.preview', {
      importId,
      ...(mapping !== undefined && { mapping }),
      ...(choices !== undefined && { choices }),
    });
  const get = async (importId: string) => dataOf(await browser.call('ops.lineImport.get', { importId }));
  const start: ImportStaff['start'] = async (importId, given = {}) => {
    const { version } = await get(importId);
    const mapping = given['mapping'] ?? dataOf(await preview(importId)).mapping;
    const payload = { importId, version, mapping, idempotencyKey: newKey(), ...given };
    return browser.call('ops.lineImport.start', payload);
  };
  return {
    browser,
    upload,
    preview,
    start,
    get,
    async run(stageId, file, name) {
      const { importId } = dataOf(await upload(stageId, file, name));
      dataOf(await start(importId));
      await app.app.sentJobs.drain();
      return get(importId);
    },
    async report(importId) {
      const { status, text } = await browser.call('ops.lineImport.report', { importId });
      if (status !== 200) throw new Error(text);
      return text.replace('\ufeff', '').trimEnd().split('\r\n');
    },
  };
};
