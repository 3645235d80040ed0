import { type Fen, fen } from '@ronghui/domain/money';
import { FormField } from '@ronghui/ui';
import { type JSX, useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { screen, showPage } from '#kernel/testing/page.fixture.tsx';
import { YuanField } from './number-field.tsx';

const Price = ({ onTaken }: { onTaken: (price: Fen | null) => void }): JSX.Element => {
  const [price, setPrice] = useState<Fen | null>(fen(100));
  return (
    <FormField label="价格">
      <YuanField
        value={price}
        onValueChange={(next) => {
          setPrice(next);
          onTaken(next);
        }}
      />
    </FormField>
  );
};

const show = () => {
  const onTaken = vi.fn<(price: Fen | null) => void>();
  const shown = showPage(<Price onTaken={onTaken} />, { at: '/' });
  return { shown, onTaken, field: () => screen.getByLabelText<HTMLInputElement>('价格') };
};

describe('R3.7 a price', () => {
  it.each([
    ['1.5', 150],
    ['1,234.50', 123_450],
    ['¥1,234.50', 123_450],
    ['1234.50元', 123_450],
    ['１２.３', 1230],
  ])('R3.7 is taken as %s while it is typed sign by sign', async (text, amount) => {
    const { shown, onTaken, field } = show();
    await shown.keyboard.clear(field());
    await shown.keyboard.type(field(), text);
    expect(field().value).toBe(text);
    expect(onTaken).toHaveBeenLastCalledWith(amount);
    expect(field().getAttribute('aria-invalid')).not.toBe('true');
  });

  it('R3.7 with a comma in the wrong place is marked, and is not taken as another amount', async () => {
    const { shown, onTaken, field } = show();
    await shown.keyboard.clear(field());
    await shown.keyboard.type(field(), '12,34');
    expect(field().value).toBe('12,34');
    expect(field().getAttribute('aria-invalid')).toBe('true');
    await shown.keyboard.tab();
    // Neither is what was taken on the way there.
    expect(field().value).toBe('12,34');
    expect(screen.getByText(/没有采用/)).toBeDefined();
    expect(onTaken).toHaveBeenLastCalledWith(100);
  });
});
