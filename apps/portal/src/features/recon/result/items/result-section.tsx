import { Button, CardEnd, EmptyState, FilterBar, type FilterField, PageState, Pagination, Select } from '@ronghui/ui';
import { lazyPart } from '@ronghui/web/navigation/chunks';
import type { JSX } from 'react';
import { itemSortNames, itemStateNames } from '../item-filter.ts';
import css from '../result.module.css';
import type { Run } from '../result-queries.ts';
import { counted, resultPlace } from '../result-words.ts';
import { ItemCards } from './item-cards.tsx';
import { ItemsLoading, ItemTable } from './item-table.tsx';
import { KeysLine } from './keys-line.tsx';
import { KindChips } from './kind-chips.tsx';
import { ResultBar } from './result-bar.tsx';
import { type Result, useResult } from './use-result.ts';
import { type KeyStep, useResultKeys } from './use-result-keys.ts';

/** Fetches what stands in front of a result, also ahead. */
export const loadResultWindows = () => import('./result-windows.tsx');
const ResultWindows = lazyPart(loadResultWindows);

const named = <Value extends string>(names: Readonly<Record<Value, string>>) =>
  Object.entries<string>(names).map(([value, label]) => ({ value, label }));
const reference: FilterField = {
  kind: 'text',
  name: 'reference',
  label: '业务编号',
  placeholder: '完整或开头几位',
  maxLength: 64,
};
const state: FilterField = { kind: 'select', name: 'state', label: '状态', options: named(itemStateNames) };

interface SectionProps {
  readonly run: Run;
  /** The result can be worked on: by this role, and while it is neither closed nor a trial. */
  readonly isOpen: boolean;
}

/** The result of a run: its kinds, its items as a diff, and what is done with them, by mouse or by keyboard. @source R13.2, R13.3 */
export const ResultSection = ({ run, isOpen }: SectionProps): JSX.Element => {
  const result = useResult(run);
  useResultKeys((step) => void press(result, step, isOpen), result.list.pageType === 'PC');
  return (
    <section id={resultPlace} className={css.result} aria-label="对账结果" tabIndex={-1}>
      <Filters result={result} isOpen={isOpen} />
      <Items result={result} isOpen={isOpen} />
      {isOpen ? <ResultBar result={result} /> : null}
      {result.asked === undefined && result.list.open === null ? null : (
        <ResultWindows result={result} isOpen={isOpen} onClose={result.close} />
      )}
    </section>
  );
};

/** The steps that change nothing. */
const readSteps: readonly KeyStep[] = ['next', 'previous', 'open', 'help'];

const press = async (result: Result, step: KeyStep, isOpen: boolean): Promise<unknown> => {
  const { place, targets, chosen } = result;
  if (!isOpen && !readSteps.includes(step)) return undefined;
  switch (step) {
    case 'next':
      return place.move(1);
    case 'previous':
      return place.move(-1);
    case 'open':
      return place.active === undefined ? undefined : result.open(place.active);
    case 'select':
      return place.active === undefined
        ? undefined
        : chosen.choose([place.active], !chosen.chosen.has(String(place.active.itemNo)));
    case 'match': {
      const [only, ...others] = targets();
      return only !== undefined && others.length === 0 ? result.open(only) : result.hand.match(targets());
    }
    case 'undo':
      return result.hand.undo();
    case 'accept':
      return result.hand.accept(targets());
    case 'dispute':
      return result.addToDispute(targets());
    case 'sendDispute':
      return result.sendDispute();
    case 'note':
      return targets().length === 0 ? undefined : result.ask({ kind: 'note', items: targets() });
    case 'rule':
      return result.makeRule(targets());
    case 'help':
      return result.ask({ kind: 'help' });
  }
};

const Filters = ({ result, isOpen }: { result: Result; isOpen: boolean }): JSX.Element => {
  const { run, list, hand, ask } = result;
  const { view } = list.values;
  return (
    <>
      <div className={css.chipRow}>
        <KindChips
          run={run}
          view={view}
          onViewChange={(next) => list.apply({ view: next, ...(next === '' && { state: '' }) })}
        />
      </div>
      <div className={css.tools}>
        <FilterBar
          pageType={list.pageType}
          fields={view === '' ? [reference] : [state, reference]}
          values={list.values}
          onChange={list.apply}
          onClear={() => list.apply({ state: '', reference: '' })}
        />
        <Select
          aria-label="排序"
          className={css.sort}
          value={list.values.sort === '' ? 'row' : list.values.sort}
          options={named(itemSortNames)}
          onValueChange={(sort) => list.apply({ sort: sort === 'row' ? '' : sort })}
        />
        {isOpen && run.canUndo ? (
          <Button size="small" disabled={hand.busy} onClick={() => void hand.undo()}>
            撤销上一步
          </Button>
        ) : null}
        {list.pageType === 'PC' ? <KeysLine onHelp={() => ask({ kind: 'help' })} /> : null}
      </div>
    </>
  );
};

const Items = ({ result, isOpen }: { result: Result; isOpen: boolean }): JSX.Element => {
  const { list, chosen, place, dispute } = result;
  const isNothing = list.rows.status === 'ready' && list.rows.data.length === 0;
  return (
    <PageState
      state={isNothing ? { status: 'empty' } : list.rows}
      loading={<ItemsLoading />}
      empty={<Nothing result={result} />}
      onRetry={list.retry}
    >
      {(items) => {
        const Rows = list.pageType === 'PC' ? ItemTable : ItemCards;
        return (
          <div className={css.stack}>
            <Rows
              items={items}
              busy={list.busy}
              activeNo={place.active?.itemNo}
              chosen={chosen.chosen}
              inDispute={dispute.items}
              onChoose={isOpen ? chosen.choose : undefined}
              onActivate={place.activate}
              hrefOf={(itemNo) => list.openHref(String(itemNo))}
            />
            <End result={result} />
          </div>
        );
      }}
    </PageState>
  );
};

const End = ({ result: { list, items } }: { result: Result }): JSX.Element => {
  const { pages, more, total = 0, totalIsExact, busy } = list;
  if (more !== undefined) return <CardEnd {...more} busy={busy} count={items.length} />;
  return total > pages.pageSize || pages.page > 1 || pages.pageSize !== 20 ? (
    <Pagination {...pages} total={total} totalIsExact={totalIsExact} />
  ) : (
    <p className={css.mut}>共 {counted(total, '项')}</p>
  );
};

const Nothing = ({ result: { list, run } }: { result: Result }): JSX.Element => {
  if (list.values.view === '' && list.values.reference === '')
    return (
      <EmptyState
        title={run.closedAt === undefined ? '没有要处理的差异了' : '没有未处理的差异'}
        text="两边的总数见上；各分类的每一行仍可以查看。"
        action={<Button onClick={() => list.apply({ view: 'all' })}>查看全部</Button>}
      />
    );
  return (
    <EmptyState
      kind="search"
      title="没有符合条件的项"
      action={<Button onClick={() => list.apply({ view: 'all', state: '', reference: '' })}>查看全部</Button>}
    />
  );
};
