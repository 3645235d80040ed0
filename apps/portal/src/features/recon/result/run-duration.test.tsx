import { clearQueries } from '@ronghui/web/queries/query-client';
import { describe, expect, it } from 'vitest';
import { screen, showPage, user } from '#kernel/testing/page.fixture.tsx';
import * as made from './result.fixture.ts';
import { RunPage } from './run-page.tsx';

const showEnded = (endedAt: string) =>
  showPage(<RunPage params={{ runId: 'run-2' }} />, {
    at: '/merchant/userCenter/reconManagement/run/run-2',
    state: { user, auth: { 'recon.read': true } },
    answers: {
      'recon.get': () => ({ ...made.run, createdAt: '2026-11-08T02:00:00Z', endedAt }),
      'recon.rows': () => made.listedItems([]),
    },
  });

describe('the head of a run', () => {
  it('R13.3 says how long the run took, and of one that has waited for its turn when it ended', async () => {
    const { unmount } = showEnded('2026-11-08T02:00:04Z');
    expect(await screen.findByText(/用时 4 秒/)).toBeDefined();
    unmount();
    clearQueries();
    showEnded('2026-11-08T12:30:00Z');
    expect(await screen.findByText(/2026-11-08 20:30/)).toBeDefined();
    expect(screen.queryByText(/用时/)).toBeNull();
  });
});
