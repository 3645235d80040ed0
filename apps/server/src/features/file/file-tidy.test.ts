import { Readable } from 'node:stream';
import { operations } from '@ronghui/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type TestApp, testApp } from '#kernel/testing/test-app';
import type { TestBrowser } from '#kernel/testing/test-client';
import { runAsAdmin } from '#kernel/testing/test-server';
import { enter, pdf, runJob, storedFiles } from './file.fixture.ts';
import { listFiles } from './file.reads.ts';

let app: TestApp;
let browser: TestBrowser;
let tenantId: string;
beforeEach(async () => {
  app = await testApp();
  browser = await enter(app, 1);
  tenantId = String((await browser.call('tenant.get')).body.data.tenantId);
});
afterEach(() => app.close());

const upload = async (): Promise<string> =>
  String((await browser.upload('file.upload', '回单.pdf', pdf)).body.data.fileId);
const tidy = () => runJob(app, 'file.tidy');
const left = async (): Promise<unknown[]> =>
  (await app.rows('select file_id from file order by created_at, file_id')).map((row) => row['file_id']);
const pass = (span: { days?: number; hours?: number }) => app.clock.advance(span);
const userId = async () => String((await app.rows('select user_id from file limit 1'))[0]?.['user_id']);

/** For each place that can name a file, a function that inserts such a row. */
const namings: Readonly<Record<string, (fileId: string) => Promise<unknown>>> = {
  'a logo': (fileId) => app.rows('update tenant set logo_file_id = $1 where tenant_id = $2', [fileId, tenantId]),
  'a form': (fileId) =>
    app.rows('insert into certification (tenant_id, form, masks, reasons) values ($1, $2, $3, $4)', [
      tenantId,
      { legalIdBackFileId: fileId },
      {},
      '[]',
    ]),
  'a submission': async (fileId) => {
    await app.rows('insert into certification (tenant_id, form, masks, reasons) values ($1, $2, $2, $3)', [
      tenantId,
      {},
      '[]',
    ]);
    return app.rows(
      `insert into certification_submission (tenant_id, submission_no, form, sealed, masks, uscc, user_id, consent_ids)
       values ($1, 'RZ1', $2, '', '{}', '91350100M000100Y43', $3, '{}')`,
      [tenantId, { licenseFileId: fileId }, await userId()],
    );
  },
  'a voucher': async (fileId) => {
    // Without its order: only the file that it names matters here.
    await runAsAdmin(app.url, 'alter table order_voucher drop constraint order_voucher_tenant_id_order_no_fkey');
    return app.rows(
      `insert into order_voucher (tenant_id, order_no, voucher_id, payer_name, paid_at, file_ids, user_id)
       values ($1, 'XS1', 'v1', '某', app_now(), array['other', $2], $3)`,
      [tenantId, fileId, await userId()],
    );
  },
  'a voucher of bills': async (fileId) =>
    app.rows(
      `insert into bill_voucher (tenant_id, voucher_id, paid_at, file_ids, user_id) values ($1, 'v1', app_now(), array['other', $2], $3)`,
      [tenantId, fileId, await userId()],
    ),
};

describe('R5.7 files that nothing names', () => {
  it('R5.7 are removed after a week, row and bytes, with an audit event; their space is free again', async () => {
    const fileId = await upload();
    await app.rows('update file set is_restricted = true');
    await pass({ days: 6, hours: 23 });
    await tidy();
    await pass({ hours: 2 });
    expect(await left()).toEqual([fileId]);
    await tidy();
    // The first run marks it: nothing can name it any more. The second run, an hour later, removes it.
    expect(await left()).toEqual([fileId]);
    expect(await listFiles(app.database.reading({ tenantId }), tenantId, [fileId])).toEqual([]);
    await tidy();
    expect(await left()).toEqual([fileId]);
    await pass({ hours: 2 });
    await tidy();
    expect(await left()).toEqual([]);
    expect(await storedFiles(app)).toEqual([]);
    expect(await app.rows('select event from audit_event where object = $1 order by event_id', [fileId])).toEqual([
      { event: 'file.upload' },
      { event: 'job.file.unnamed' },
    ]);
  });

  it.each(Object.keys(namings))('R5.7 a file that %s names stays, the replaced one is removed', async (name) => {
    const [old, kept] = [await upload(), await upload()];
    await namings[name]?.(kept);
    await pass({ days: 8 });
    await tidy();
    await pass({ days: 1 });
    await tidy();
    expect(await left()).toEqual([kept]);
    expect(old).not.toBe(kept);
    expect(await storedFiles(app)).toHaveLength(1);
  });

  it('R5.7 a file that a running transaction names at that moment stays', async () => {
    const fileId = await upload();
    await pass({ days: 8 });
    await tidy();
    await namings['a logo']?.(fileId);
    await pass({ days: 1 });
    await tidy();
    expect(await left()).toEqual([fileId]);
    expect(await listFiles(app.database.reading({ tenantId }), tenantId, [fileId])).toHaveLength(1);
  });

  it('R5.7 covers every column and every operation that names a file', async () => {
    const columns = await app.rows(
      `select c.relname || '.' || a.attname as name from pg_attribute a join pg_class c on c.oid = a.attrelid
       where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.attnum > 0
         and a.attname ~ 'file|logo|^form$' and c.relname not in ('file', 'chat_file') order by 1`,
    );
    expect(columns.map(({ name }) => name)).toEqual([
      'bill_voucher.file_ids',
      'certification.form',
      'certification_submission.form',
      'feedback_message.file_ids',
      'invoice.file_id',
      'invoice_file.file_id',
      'order_voucher.file_ids',
      'partner.logo_url',
      'tenant.logo_file_id',
    ]);
    const asks = Object.entries(operations).flatMap(([id, { request }]) =>
      // Conversations have files of their own.
      /"\w*[fF]ileIds?":/.test(JSON.stringify(request)) && !/^(?:ops\.)?chat\./.test(id) ? [id] : [],
    );
    expect(asks.toSorted()).toEqual([
      'bill.uploadVoucher',
      'bill.varianceFeedback',
      'certification.saveDraft',
      'certification.submit',
      'feedback.add',
      'feedback.download',
      'file.download',
      'ops.bill.download',
      'ops.certification.download',
      'ops.feedback.download',
      'ops.order.download',
      'order.uploadVoucher',
      'tenant.update',
    ]);
  });
});

it('running 4.5 the files of releases lie in the store without a row, and stay', async () => {
  const put = async (key: string) => {
    const incoming = await app.ports.files.receive();
    await incoming.write(Readable.from([Buffer.from('x')]));
    await incoming.keep(key);
  };
  await put('release-portal/build');
  await put('left-over/upload');
  await pass({ hours: 2 });
  await runJob(app, 'file.sweep');
  const kept = (await storedFiles(app)).map((path) => path.split('/kept/')[1]);
  expect(kept).toContain('release-portal/build');
  expect(kept).not.toContain('left-over/upload');
});
