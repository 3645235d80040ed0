import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { fireEvent, render, screen, userEvent } from '../../testing/screen.fixture.ts';
import { FormField } from '../form-field/form-field.tsx';
import { CodeInput } from './code-input.tsx';

function Sample({ onComplete }: { onComplete: (code: string) => void }) {
  const [code, setCode] = useState('');
  return (
    <FormField label="短信验证码">
      <CodeInput value={code} onValueChange={setCode} onComplete={onComplete} />
    </FormField>
  );
}

test('R5.3 one field takes a typed, a pasted and an autofilled code, digits alone, and tells when it is whole', async () => {
  const complete = vi.fn();
  render(<Sample onComplete={complete} />);
  const box = screen.getByRole<HTMLInputElement>('textbox', { name: '短信验证码' });
  expect(box.autocomplete).toBe('one-time-code');
  expect(box.inputMode).toBe('numeric');
  await userEvent.type(box, '12a');
  expect(box.value).toBe('12');
  await userEvent.clear(box);
  await userEvent.click(box);
  await userEvent.paste('123 456 789');
  expect(box.value).toBe('123456');
  fireEvent.change(box, { target: { value: '654321' } });
  expect(complete.mock.calls).toEqual([['123456'], ['654321']]);
});
