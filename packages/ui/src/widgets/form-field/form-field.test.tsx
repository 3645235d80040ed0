import { describe, expect, test } from 'vitest';
import { render, screen } from '../../testing/screen.fixture.ts';
import { Select } from '../select/select.tsx';
import { TextArea } from '../text-area/text-area.tsx';
import { TextInput } from '../text-input/text-input.tsx';
import { FormField } from './form-field.tsx';

describe('FormField', () => {
  test('R5.1 label, required mark and error are tied to the control, whichever it is', () => {
    render(
      <>
        <FormField label="手机号" required error="请输入 11 位手机号">
          <TextInput />
        </FormField>
        <FormField label="内容" error="请写下内容">
          <TextArea />
        </FormField>
        <FormField label="主题" hint="选一个">
          <Select options={[{ value: 'a', label: '咨询' }]} />
        </FormField>
      </>,
    );
    const mobile = screen.getByRole('textbox', { name: /手机号/ });
    expect(mobile.getAttribute('aria-required')).toBe('true');
    expect(mobile.getAttribute('aria-invalid')).toBe('true');
    expect(described(mobile)).toBe('请输入 11 位手机号');
    expect(described(screen.getByRole('textbox', { name: '内容' }))).toBe('请写下内容');
    const topic = screen.getByRole('combobox', { name: '主题' });
    expect(described(topic)).toBe('选一个');
    expect(topic.hasAttribute('aria-invalid')).toBe(false);
  });

  test('R5.2 a rule stays in sight beside an error, and is tied to the control with it', () => {
    const view = (error: string | null) => (
      <FormField label="新密码" rule="8–64 位，至少两种" error={error}>
        <TextInput />
      </FormField>
    );
    const { rerender } = render(view(null));
    const box = screen.getByRole('textbox', { name: '新密码' });
    expect(box.getAttribute('aria-describedby')?.split(' ')).toHaveLength(1);
    expect(described(box)).toBe('8–64 位，至少两种');
    rerender(view('太容易猜到'));
    expect(screen.getByText('8–64 位，至少两种')).toBeDefined();
    const tied = box.getAttribute('aria-describedby')?.split(' ') ?? [];
    expect(tied.map((id) => document.getElementById(id)?.textContent)).toEqual(['太容易猜到', '8–64 位，至少两种']);
  });

  test('R5.1 what was typed stays when an error comes, and the error stands in a live region that was there before', () => {
    const view = (error: string | null) => (
      <FormField label="公司" error={error}>
        <TextInput defaultValue="" />
      </FormField>
    );
    const { rerender } = render(view(null));
    const box = screen.getByRole<HTMLInputElement>('textbox', { name: '公司' });
    box.value = '华信贸易';
    const region = box.closest('div')?.querySelector('[aria-live]');
    rerender(view('名称与营业执照不符'));
    expect(box.value).toBe('华信贸易');
    expect(region?.textContent).toBe('名称与营业执照不符');
  });
});

function described(element: HTMLElement): string | null | undefined {
  return document.getElementById(element.getAttribute('aria-describedby') ?? '')?.textContent;
}
