import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { act, fireEvent, render, screen } from '../../testing/screen.fixture.ts';
import { ImageCodeField, type ImageCodeFieldProps } from './image-code-field.tsx';

function Field(props: Partial<ImageCodeFieldProps>) {
  const [value, setValue] = useState('');
  return (
    <ImageCodeField
      id="code"
      kind="image"
      status="ready"
      source="data:image/png;base64,AAAA"
      value={value}
      onValueChange={setValue}
      onRenew={() => {}}
      {...props}
    />
  );
}

test('R5.3 the picture is a button that asks for another one, and the way to the spoken form stands beside it', () => {
  const onRenew = vi.fn();
  render(<Field onRenew={onRenew} />);
  fireEvent.click(screen.getByRole('button', { name: /换一张/ }));
  fireEvent.click(screen.getByRole('button', { name: /听语音/ }));
  expect(onRenew.mock.calls).toEqual([[], ['audio']]);
  expect(screen.getByLabelText(/图形验证码/).id).toBe('code');
});

test('R5.3 the spoken form plays on demand, once at a time, and leads back to the picture', async () => {
  const onRenew = vi.fn();
  let end = () => {};
  const play = vi.fn(() => new Promise<void>((resolve) => (end = resolve)));
  render(<Field kind="audio" source="data:audio/wav;base64,AAAA" onRenew={onRenew} play={play} />);
  fireEvent.click(screen.getByRole('button', { name: '播放' }));
  fireEvent.click(screen.getByRole('button', { name: '正在播放' }));
  expect(play.mock.calls).toEqual([['data:audio/wav;base64,AAAA']]);
  await act(async () => end());
  expect(screen.getByRole('button', { name: '播放' })).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: '换一段' }));
  fireEvent.click(screen.getByRole('button', { name: '看图片' }));
  expect(onRenew.mock.calls).toEqual([['audio'], ['image']]);
});

test('R2.9 while it is fetched and when that failed, the field says so', () => {
  const { rerender } = render(<Field status="loading" source="" />);
  expect(screen.getByText('正在获取')).toBeDefined();
  rerender(<Field status="failed" source="" error="网络环境异常" />);
  expect(screen.getByText('没有取到')).toBeDefined();
  expect(screen.getByText('网络环境异常')).toBeDefined();
  rerender(<Field status="passed" source="" />);
  expect(screen.getByRole('status').textContent).toBe('图形验证码已通过');
});
