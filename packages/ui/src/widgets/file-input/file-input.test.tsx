import { expect, test, vi } from 'vitest';
import { render, screen, userEvent } from '../../testing/screen.fixture.ts';
import { FormField } from '../form-field/form-field.tsx';
import { FileInput } from './file-input.tsx';

test('R5.7 files are chosen in our words, and the same one again', async () => {
  const chosen = vi.fn();
  render(
    <FormField label="回单">
      <FileInput text="选择文件" accept=".png" multiple onChoose={chosen} />
    </FormField>,
  );
  const input = screen.getByLabelText('回单');
  expect(input.parentElement?.textContent).toBe('选择文件');
  const files = ['a.png', 'b.png'].map((name) => new File(['x'], name, { type: 'image/png' }));
  await userEvent.upload(input, files);
  await userEvent.upload(input, files.slice(0, 1));
  expect(chosen.mock.calls).toEqual([[files], [files.slice(0, 1)]]);
});
