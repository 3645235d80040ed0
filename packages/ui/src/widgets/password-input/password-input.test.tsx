import { expect, test } from 'vitest';
import { render, screen, userEvent } from '../../testing/screen.fixture.ts';
import { FormField } from '../form-field/form-field.tsx';
import { PasswordInput } from './password-input.tsx';

test('R5.2 a password is hidden, takes a paste, is shown on demand and its strength is a text', async () => {
  render(
    <FormField label="密码">
      <PasswordInput autoComplete="new-password" strength={{ level: 2, text: '一般：再加一个符号会更好' }} />
    </FormField>,
  );
  const box = screen.getByLabelText<HTMLInputElement>('密码');
  expect(box.type).toBe('password');
  await userEvent.click(box);
  await userEvent.paste('长口令 with spaces 1');
  expect(box.value).toBe('长口令 with spaces 1');
  await userEvent.click(screen.getByRole('button', { name: '显示密码' }));
  expect(box.type).toBe('text');
  expect(box.value).toBe('长口令 with spaces 1');
  await userEvent.click(screen.getByRole('button', { name: '隐藏密码' }));
  expect(box.type).toBe('password');
  expect(screen.getByText('一般：再加一个符号会更好').getAttribute('aria-live')).toBe('polite');
});
