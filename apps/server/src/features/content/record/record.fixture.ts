import type { ContentBody, StaffRole } from '@ronghui/contract';
import { type ContentRecord, nameOfBody, type RecordName } from '@ronghui/domain/content';
import { enterStaff, stepTicketOf } from '#features/staff/staff.fixture';
import { newKey } from '#kernel/testing/new-key';
import type { TestApp } from '#kernel/testing/test-app';
import type { TestBrowser, TestReply } from '#kernel/testing/test-client';
import type { BodyOf } from './record-body.ts';

/** A member of staff who edits content, and what they do. */
export class ContentEditor {
  readonly browser: TestBrowser;

  private constructor(browser: TestBrowser) {
    this.browser = browser;
  }

  static async enter(app: TestApp, account: string, roles: readonly StaffRole[] = ['content']): Promise<ContentEditor> {
    return new ContentEditor(await enterStaff(app, account, { roles: [...roles] }));
  }

  async detail(record: ContentRecord, key = '') {
    const { body } = await this.browser.call('ops.content.detail', { record, ...(key !== '' && { key }) });
    return body.data;
  }

  /** What is published of a record. */
  async published<Name extends ContentRecord>(record: Name, key?: string): Promise<BodyOf<Name>> {
    return (await this.detail(record, key)).published;
  }

  async save(body: ContentBody, version?: number): Promise<TestReply> {
    const { record, key } = nameOfBody(body);
    const seen = version ?? (await this.detail(record, key)).version;
    return this.browser.call('ops.content.save', { body, version: seen, idempotencyKey: newKey() });
  }

  /** A write of the record in the version that it has now, unless another is given. */
  async write(verb: string, name: ContentRecord | RecordName, more: object = {}): Promise<TestReply> {
    const { record, key } = typeof name === 'string' ? { record: name, key: '' } : name;
    const { version } = await this.detail(record, key);
    const named = { record, ...(key !== '' && { key }) };
    return this.browser.call(`ops.content.${verb}`, { ...named, version, idempotencyKey: newKey(), ...more });
  }

  /** Creates a record with a key, as a draft. */
  create(body: ContentBody): Promise<TestReply> {
    return this.browser.call('ops.content.create', { body, idempotencyKey: newKey() });
  }

  /** Saves a body and publishes it at once, the settings of the site with the proof that their payee may need. */
  async put(body: ContentBody): Promise<void> {
    const saved = await this.save(body);
    if (saved.status !== 200) throw new Error(saved.text);
    const proof = body.record === 'site' ? { stepTicket: await this.proof() } : {};
    const done = await this.write('publish', nameOfBody(body), proof);
    if (done.status !== 200) throw new Error(done.text);
  }

  /** A fresh proof of this member of staff. */
  proof(): Promise<string> {
    return stepTicketOf(this.browser);
  }
}
