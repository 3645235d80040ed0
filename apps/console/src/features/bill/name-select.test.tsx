import { FormField } from '@ronghui/ui';
import { expect, it } from 'vitest';
import { type Answers, screen, showPage } from '#kernel/testing/page.fixture.tsx';
import { NameSelect } from './name-select.tsx';

it('R11.6 a product that was published a moment ago can be chosen', async () => {
  const products = [{ id: 'loan', name: '经营贷' }];
  const answers: Answers = { 'ops.bill.names': () => ({ items: products }) };
  const show = () =>
    showPage(
      <FormField label="产品">
        <NameSelect kind="product" value="" placeholder="请选择产品" onValueChange={() => undefined} />
      </FormField>,
      { at: '/feeRules', answers },
    );
  const before = show();
  expect(await screen.findByRole('option', { name: '经营贷' })).toBeDefined();
  before.unmount();
  products.push({ id: 'benefit', name: '员工福利' });
  show();
  // What was known stands there at once.
  expect(screen.getByRole('option', { name: '经营贷' })).toBeDefined();
  expect(await screen.findByRole('option', { name: '员工福利' })).toBeDefined();
});
