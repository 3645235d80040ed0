import { type FormEvent, type JSX, useState } from 'react';
import { classNames } from '../../class-names.ts';
import type { PageType } from '../../frames/page-type.ts';
import { Button } from '../button/button.tsx';
import { Drawer } from '../drawer/drawer.tsx';
import { FilterIcon } from '../icon/icon.tsx';
import css from './filter-bar.module.css';
import { FilterChips } from './filter-chips.tsx';
import { type ControlField, FilterControl, type FilterField, type FilterValues, namesOf } from './filter-field.tsx';

/** A list's filter fields and their values. */
export type FilterBarProps = {
  pageType: PageType;
  fields: readonly FilterField[];
  /** As in the address; the empty text where nothing is set. */
  values: FilterValues;
  /** Called with all values: at once after a selection, by Enter or 查询 after typing; on H5 from the sheet. */
  onApply: (values: FilterValues) => void;
};

/** How many controls are visible on PC before the bar is expanded. */
const inSight = 4;

/** PC: chips, then controls in an expandable grid. H5: chips, and the controls in a bottom sheet. */
export function FilterBar({ pageType, fields, values, onApply }: FilterBarProps): JSX.Element {
  const [draft, setDraft] = useDraft(values);
  const chips = fields.filter((field) => field.kind === 'chips');
  const controls = fields.filter((field) => field.kind !== 'chips');
  function apply(changes: FilterValues): void {
    setDraft({ ...draft, ...changes });
    onApply({ ...values, ...draft, ...changes });
  }
  const reset = () => apply(Object.fromEntries(fields.flatMap(namesOf).map((name) => [name, ''])));
  const parts = { controls, draft, setDraft, apply, reset, set: countOf(controls, values) };
  return (
    <div className={classNames(css.bar, pageType === 'H5' && css.h5)}>
      {chips.map((field) => (
        <FilterChips
          key={field.name}
          field={field}
          value={values[field.name] ?? ''}
          onValueChange={(value) => apply({ [field.name]: value })}
        />
      ))}
      {controls.length === 0 ? null : pageType === 'H5' ? <Sheet {...parts} /> : <Grid {...parts} />}
    </div>
  );
}

/** The values being edited; reset when the address changes. */
function useDraft(values: FilterValues): [FilterValues, (next: FilterValues) => void] {
  const name = JSON.stringify(values);
  const [draft, setDraft] = useState({ name, values });
  if (draft.name !== name) setDraft({ name, values });
  return [draft.name === name ? draft.values : values, (next) => setDraft({ name, values: next })];
}

const countOf = (controls: readonly ControlField[], values: FilterValues): number =>
  controls.filter((field) => namesOf(field).some((name) => (values[name] ?? '') !== '')).length;

type PartsProps = {
  controls: readonly ControlField[];
  draft: FilterValues;
  setDraft: (next: FilterValues) => void;
  apply: (changes: FilterValues) => void;
  reset: () => void;
  /** The number of controls with a value. */
  set: number;
};

function Grid({ controls, draft, setDraft, apply, reset, set }: PartsProps): JSX.Element {
  const isLaterSet = countOf(controls.slice(inSight), draft) > 0;
  const [unfolded, setUnfolded] = useState(isLaterSet);
  const shown = unfolded ? controls : controls.slice(0, inSight);
  function submit(event: FormEvent): void {
    event.preventDefault();
    apply({});
  }
  return (
    <form className={css.grid} role="search" aria-label="筛选" onSubmit={submit}>
      {shown.map((field) => (
        <FilterControl
          key={field.name}
          field={field}
          values={draft}
          onChange={(changes, done) => (done ? apply(changes) : setDraft({ ...draft, ...changes }))}
        />
      ))}
      <div className={css.buttons}>
        <Button size="small" type="submit" variant="primary">
          查询
        </Button>
        {set > 0 ? (
          <Button size="small" onClick={reset}>
            重置
          </Button>
        ) : null}
        {controls.length > inSight ? (
          <Button size="small" variant="ghost" aria-expanded={unfolded} onClick={() => setUnfolded(!unfolded)}>
            {unfolded ? '收起' : '更多条件'}
          </Button>
        ) : null}
      </div>
    </form>
  );
}

function Sheet({ controls, draft, setDraft, apply, reset, set }: PartsProps): JSX.Element {
  const [open, setOpen] = useState(false);
  function submit(event: FormEvent): void {
    event.preventDefault();
    setOpen(false);
    apply({});
  }
  return (
    <>
      <Button className={css.opener} size="small" icon={<FilterIcon size={16} />} onClick={() => setOpen(true)}>
        {set > 0 ? `筛选（${set}）` : '筛选'}
      </Button>
      <Drawer
        open={open}
        onClose={() => setOpen(false)}
        title="筛选"
        actions={
          <>
            <Button
              onClick={() => {
                setOpen(false);
                reset();
              }}
            >
              重置
            </Button>
            <Button variant="primary" type="submit" form="filter-sheet">
              查看结果
            </Button>
          </>
        }
      >
        <form id="filter-sheet" className={css.sheet} role="search" aria-label="筛选" onSubmit={submit}>
          {controls.map((field) => (
            <FilterControl
              key={field.name}
              field={field}
              values={draft}
              onChange={(changes) => setDraft({ ...draft, ...changes })}
            />
          ))}
        </form>
      </Drawer>
    </>
  );
}
