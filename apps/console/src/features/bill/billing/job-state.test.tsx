import { expect, it } from 'vitest';
import { screen, showPage } from '#kernel/testing/page.fixture.tsx';
import { JobState } from './job-state.tsx';

const running = { jobId: 'j', status: 'running', done: 3, total: 9, words: '正在计算 3 / 9' } as const;

it('R14.6 a generation or an issue that the server does not answer for says that it is asked again', () => {
  const { rerender } = showPage(<JobState what="生成" job={running} isSilent={false} />, { at: '/billing' });
  expect(screen.getByText('正在计算 3 / 9，可以离开本页。')).toBeDefined();
  rerender(<JobState what="生成" job={running} isSilent />);
  expect(screen.getByText('系统暂时没有响应，正在重试')).toBeDefined();
  expect(screen.getByRole('progressbar').getAttribute('value')).toBe('3');
});
