import { Button, CloseIcon, IconButton, TextInput } from '@ronghui/ui';
import { type JSX, useId } from 'react';
import { useRemovalFocus } from '#kernel/removal-focus.ts';
import css from '../billing.module.css';
import { type TypedTier, tiersOf } from './fee-rule-fields.ts';

/** How many tiers a rule has at most. @source contract 5 */
const tiersAtMost = 20;

interface TierRowsProps {
  /** The form's text. */
  readonly value: string;
  readonly onValueChange: (text: string) => void;
  /** None where the basis is an amount. */
  readonly unit: string | null;
  readonly isWrong: boolean;
}

/** The tiers of a rule: from where each begins, and its rate. @source R11.6 */
export const TierRows = ({ value, onValueChange, unit, isWrong }: TierRowsProps): JSX.Element => {
  const id = useId();
  const { list, onRemoved } = useRemovalFocus<HTMLDivElement>();
  const tiers = tiersOf(value);
  const change = (next: readonly TypedTier[]): void => onValueChange(JSON.stringify(next));
  const set = (at: number, changed: Partial<TypedTier>): void =>
    change(tiers.map((tier, place) => (place === at ? { ...tier, ...changed } : tier)));
  const start = unit === null ? '元' : unit;
  return (
    <div className={css.stack} role="group" aria-label="各档" ref={list}>
      {tiers.map((tier, at) => (
        // Tiers have no identity but their place.
        <div key={at} className={css.tier}>
          <TextInput
            id={`${id}-from-${at}`}
            aria-label={`第 ${at + 1} 档的起点`}
            aria-invalid={isWrong || undefined}
            prefix="满"
            suffix={start}
            inputMode="decimal"
            value={tier.from}
            disabled={at === 0}
            onValueChange={(from) => set(at, { from })}
            maxLength={16}
          />
          <TextInput
            // The field's label leads to the first rate.
            {...(at > 0 && { id: `${id}-rate-${at}` })}
            aria-label={`第 ${at + 1} 档的${unit === null ? '费率' : '单价'}`}
            aria-invalid={isWrong || undefined}
            prefix="按"
            suffix={unit === null ? '%' : `元/${unit}`}
            inputMode="decimal"
            value={tier.rate}
            onValueChange={(rate) => set(at, { rate })}
            maxLength={20}
          />
          {at === 0 ? (
            <span />
          ) : (
            <IconButton
              size="small"
              label={`删除第 ${at + 1} 档`}
              icon={<CloseIcon />}
              data-remove="true"
              onClick={() => {
                change(tiers.filter((_, place) => place !== at));
                // The first tier has no such button.
                onRemoved(at - 1);
              }}
            />
          )}
        </div>
      ))}
      {tiers.length < tiersAtMost ? (
        <div>
          <Button data-add size="small" onClick={() => change([...tiers, { from: '', rate: '' }])}>
            添加一档
          </Button>
        </div>
      ) : null}
    </div>
  );
};
