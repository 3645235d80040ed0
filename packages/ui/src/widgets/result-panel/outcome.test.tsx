import type { JSX } from 'react';
import { expect, test, vi } from 'vitest';
import { render, screen } from '../../testing/screen.fixture.ts';
import { useOutcome } from './outcome.ts';

function Page({ status }: { status: string | undefined }): JSX.Element {
  return (
    <div ref={useOutcome(status)} data-testid="outcome">
      <h1>企业认证</h1>
    </div>
  );
}

test('ux after a long form was sent the page stands at its outcome; it stays where it is when the state is first known', () => {
  const view = render(<Page status={undefined} />);
  const outcome = screen.getByTestId('outcome');
  const scroll = vi.spyOn(outcome, 'scrollIntoView').mockImplementation(() => {});
  vi.spyOn(outcome, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, -900, 390, 400));
  view.rerender(<Page status="none" />);
  expect(scroll).not.toHaveBeenCalled();
  view.rerender(<Page status="pending" />);
  expect(scroll).toHaveBeenCalledWith({ block: 'start' });
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: '企业认证' }));
});
