import { expect, test } from 'vitest';
import { render, screen } from '../../testing/screen.fixture.ts';
import { ResultPanel } from './result-panel.tsx';

test('R2.9 the end of a journey takes the focus, names its number and says what happens next', () => {
  render(
    <ResultPanel
      title="已提交"
      text="收到了"
      reference={{ label: '工单号', value: 'SY1' }}
      next={['先核对', '再联系']}
    />,
  );
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 2, name: '已提交' }));
  expect(screen.getByText('SY1')).toBeDefined();
  expect(screen.getByRole('button', { name: '复制工单号' })).toBeDefined();
  expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual(['先核对', '再联系']);
});
