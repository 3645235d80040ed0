import { join } from 'node:path';
import { type TestApp, type TestAppOptions, testApp } from '#kernel/testing/test-app';
import type { TestBrowser } from '#kernel/testing/test-client';
import { importContent, readContent } from './content-import.ts';

const demo = join(import.meta.dirname, '../../../../../content/demo');

/** The application with the demonstration content, as a visitor finds it. */
export const openContentFixture = async (options: TestAppOptions = {}): Promise<TestApp> => {
  const app = await testApp(options);
  const read = await readContent(demo);
  if (!read.ok) throw new Error('the demonstration content has faults');
  await importContent(app.database, read.content);
  return app;
};

/** Solves an image code and gives its ticket. */
export const imageTicketOf = async (browser: TestBrowser): Promise<string> => {
  const { body } = await browser.call('user.generateImageCode', {});
  const checked = await browser.call('user.verifyImageCode', { imageId: body.data.imageId, code: 'abcd' });
  return checked.body.data.imageTicket;
};
