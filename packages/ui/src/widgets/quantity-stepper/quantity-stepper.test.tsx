import { useState } from 'react';
import { expect, test } from 'vitest';
import { render, screen, userEvent } from '../../testing/screen.fixture.ts';
import { QuantityStepper } from './quantity-stepper.tsx';

function Sample() {
  const [value, setValue] = useState(10);
  return <QuantityStepper label="人数" value={value} onValueChange={setValue} min={10} max={500} />;
}

test('R5.1 a quantity stays within its bounds by buttons, keys and typing', async () => {
  render(<Sample />);
  const box = screen.getByRole<HTMLInputElement>('spinbutton', { name: '人数' });
  const less = screen.getByRole<HTMLButtonElement>('button', { name: '减少' });
  const more = screen.getByRole<HTMLButtonElement>('button', { name: '增加' });
  expect(less.disabled).toBe(true);
  await userEvent.click(more);
  expect(box.value).toBe('11');
  await userEvent.click(box);
  await userEvent.keyboard('{End}');
  expect([box.value, more.disabled]).toEqual(['500', true]);
  await userEvent.keyboard('{ArrowUp}{ArrowDown}');
  expect(box.value).toBe('499');
  await userEvent.clear(box);
  await userEvent.type(box, '9x9999');
  await userEvent.tab();
  expect([box.value, box.getAttribute('aria-valuenow')]).toEqual(['500', '500']);
  await userEvent.clear(box);
  await userEvent.tab();
  expect(box.value).toBe('500');
});
