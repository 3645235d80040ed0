import { type OpeningArea, openingAreas, openingSteps } from '@ronghui/domain/desk';
import { Button, Card } from '@ronghui/ui';
import { href } from '@ronghui/web/navigation/hash-location';
import type { JSX } from 'react';
import { useAuth } from '#kernel/start-up.ts';
import css from './opening.module.css';
import { areaWords, mayDo, type Opening, stepWords, wantedBy } from './opening-words.ts';

// The names are the table's own.
const areas = Object.keys(openingAreas) as OpeningArea[];

const titleOf = ({ missing, blockers }: Opening): string =>
  blockers > 0 ? `还差 ${blockers}\u00a0步就能开业` : `可以开业了，还有 ${missing.length}\u00a0步建议做完`;

const Steps = ({ opening: { missing, done, blockers } }: { readonly opening: Opening }): JSX.Element => {
  const held = useAuth();
  const first = missing.find((step) => mayDo(step, held));
  return (
    <ol className={css.steps}>
      {missing.map((step, place) => {
        const { title, without, action, path } = stepWords[step];
        return (
          <li key={step} className={place < blockers ? css.blocks : undefined}>
            <span className={css.words}>
              <b>{title}</b>
              <span>{without}</span>
            </span>
            {mayDo(step, held) ? (
              <Button href={href(path())} size="small" variant={step === first ? 'primary' : 'secondary'}>
                {action}
              </Button>
            ) : (
              <span className={css.other}>由有权限的同事办理</span>
            )}
          </li>
        );
      })}
      {done.length === 0 ? null : (
        <li className={css.done}>已做完：{done.map((step) => stepWords[step].title).join(' · ')}</li>
      )}
    </ol>
  );
};

/**
 * What is left to do until merchants can come, read from what is there and never ticked by hand, and what people outside can do meanwhile.
 * Nothing once everything is done.
 *
 * @source R11.2
 */
export const OpeningGuide = ({ opening }: { readonly opening: Opening }): JSX.Element | null => {
  const { missing, done } = opening;
  if (missing.length === 0) return null;
  return (
    <section className={css.guide} aria-labelledby="opening-title">
      <div className={css.head}>
        <h2 id="opening-title">{titleOf(opening)}</h2>
        <span>
          {openingSteps.length}&nbsp;步做完 {done.length}&nbsp;步
        </span>
      </div>
      <progress className={css.bar} max={openingSteps.length} value={done.length} aria-label="开业准备" />
      <div className={css.sides}>
        <Card as="div">
          <Steps opening={opening} />
        </Card>
        <Card title="现在外面能做什么" level={3} as="aside">
          <dl className={css.areas}>
            {areas.map((area) => {
              const wanted = wantedBy(area, opening);
              return (
                <div key={area}>
                  <dt>{areaWords[area]}</dt>
                  <dd className={wanted === '' ? css.open : css.shut}>{wanted === '' ? '开' : `关 · 缺${wanted}`}</dd>
                </div>
              );
            })}
          </dl>
          <p>
            <a href="/" target="_blank" rel="noopener">
              像访客一样看
            </a>
          </p>
        </Card>
      </div>
    </section>
  );
};
