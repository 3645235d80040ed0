import { type FormEvent, type JSX, useId, useState } from 'react';
import { classNames } from '../../class-names.ts';
import type { PageType } from '../../frames/page-type.ts';
import { Button } from '../button/button.tsx';
import { Drawer } from '../drawer/drawer.tsx';
import { FilterIcon } from '../icon/icon.tsx';
import css from './filter-bar.module.css';
import { FilterChips } from './filter-chips.tsx';
import { CompactControl, SheetControl } from './filter-control.tsx';
import { type ControlField, countSet, type FilterChange, type FilterField, type FilterValues } from './filter-field.ts';

/** A list's filter fields and their values. */
export type FilterBarProps = {
  pageType: PageType;
  fields: readonly FilterField[];
  /** As in the address; the empty text where nothing is set. */
  values: FilterValues;
  /** Called with the changed values: at once after a selection, after a pause while typing. */
  onChange: FilterChange;
  /** Clears all fields. */
  onClear: () => void;
  /** Called when the controls that are folded away are asked for, so that their options can be fetched then. */
  onMore?: (() => void) | undefined;
};

/** How many controls are visible on PC before the bar is expanded. */
const inSight = 4;

/** PC: chips and an expandable row of controls; folded, its button says how many of those behind it are set. H5: chips, and the controls in a bottom sheet. Changes apply without a submit button. */
export function FilterBar({ pageType, fields, ...rest }: FilterBarProps): JSX.Element {
  const chips = fields.filter((field) => field.kind === 'chips');
  const controls = fields.filter((field) => field.kind !== 'chips');
  const parts = { controls, ...rest };
  return (
    <div className={classNames(css.bar, pageType === 'H5' && css.h5)}>
      {chips.map((field) => (
        <FilterChips
          key={field.name}
          field={field}
          value={rest.values[field.name] ?? ''}
          onValueChange={(value) => rest.onChange({ [field.name]: value }, { isTyped: false })}
        />
      ))}
      {controls.length === 0 ? null : pageType === 'H5' ? <Sheet {...parts} /> : <Row {...parts} />}
    </div>
  );
}

type PartsProps = Pick<FilterBarProps, 'values' | 'onChange' | 'onClear' | 'onMore'> & {
  controls: readonly ControlField[];
};

const stay = (event: FormEvent) => event.preventDefault();

function Row({ controls, values, onChange, onClear, onMore }: PartsProps): JSX.Element {
  const [unfolded, setUnfolded] = useState(() => countSet(controls.slice(inSight), values) > 0);
  const shown = unfolded ? controls : controls.slice(0, inSight);
  const setBehind = countSet(controls.slice(inSight), values);
  function toggle(): void {
    if (!unfolded) onMore?.();
    setUnfolded(!unfolded);
  }
  return (
    <form className={css.row} role="search" aria-label="筛选" onSubmit={stay}>
      {shown.map((field) => (
        <CompactControl key={field.name} field={field} values={values} onChange={onChange} />
      ))}
      {controls.length > inSight ? (
        <Button size="small" variant="ghost" aria-expanded={unfolded} onClick={toggle}>
          {unfolded ? '收起' : setBehind > 0 ? `更多筛选 · ${setBehind}` : '更多筛选'}
        </Button>
      ) : null}
      {countSet(controls, values) > 0 ? (
        <Button size="small" variant="ghost" onClick={onClear}>
          清除条件
        </Button>
      ) : null}
    </form>
  );
}

function Sheet({ controls, values, onChange, onClear, onMore }: PartsProps): JSX.Element {
  const [open, setOpen] = useState(false);
  const formId = useId();
  const set = countSet(controls, values);
  function submit(event: FormEvent): void {
    event.preventDefault();
    setOpen(false);
  }
  function show(): void {
    onMore?.();
    setOpen(true);
  }
  return (
    <>
      <Button className={css.opener} size="small" icon={<FilterIcon size={16} />} onClick={show}>
        {set > 0 ? `筛选（${set}）` : '筛选'}
      </Button>
      <Drawer
        open={open}
        onClose={() => setOpen(false)}
        title="筛选"
        actions={
          <>
            <Button onClick={onClear}>重置</Button>
            <Button variant="primary" type="submit" form={formId}>
              查看结果
            </Button>
          </>
        }
      >
        <form id={formId} className={css.sheet} role="search" aria-label="筛选" onSubmit={submit}>
          {controls.map((field) => (
            <SheetControl key={field.name} field={field} values={values} onChange={onChange} />
          ))}
        </form>
      </Drawer>
    </>
  );
}
