import type { ContentBody, StaffRole } from '@ronghui/contract';
import type { ContentRecord } from '@ronghui/domain/content';
import { enterStaff } from '#features/staff/staff.fixture';
import type { TestApp } from '#kernel/testing/test-app';
import type { TestBrowser, TestReply } from '#kernel/testing/test-client';
import type { BodyOf } from './record-body.ts';

let made = 0;
const newKey = (): string => `content-key-${String((made += 1)).padStart(8, '0')}`;

/** A member of staff who edits content, and what they do. */
export class ContentEditor {
  readonly browser: TestBrowser;

  private constructor(browser: TestBrowser) {
    this.browser = browser;
  }

  static async enter(app: TestApp, account: string, roles: readonly StaffRole[] = ['content']): Promise<ContentEditor> {
    return new ContentEditor(await enterStaff(app, account, { roles: [...roles] }));
  }

  async detail(record: ContentRecord) {
    const { body } = await this.browser.call('ops.content.detail', { record });
    return body.data;
  }

  /** What is published of a record. */
  async published<Name extends ContentRecord>(record: Name): Promise<BodyOf<Name>> {
    return (await this.detail(record)).published;
  }

  async save(body: ContentBody, version?: number): Promise<TestReply> {
    const seen = version ?? (await this.detail(body.record)).version;
    return this.browser.call('ops.content.save', { body, version: seen, idempotencyKey: newKey() });
  }

  /** A write of the record in the version that it has now, unless another is given. */
  async write(verb: string, record: ContentRecord, more: object = {}): Promise<TestReply> {
    const { version } = await this.detail(record);
    return this.browser.call(`ops.content.${verb}`, { record, version, idempotencyKey: newKey(), ...more });
  }

  /** Saves a body and publishes it at once. */
  async put(body: ContentBody): Promise<void> {
    const saved = await this.save(body);
    if (saved.status !== 200) throw new Error(saved.text);
    const done = await this.write('publish', body.record);
    if (done.status !== 200) throw new Error(done.text);
  }
}
