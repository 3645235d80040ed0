import { Button, Card } from '@ronghui/ui';
import type { JSX } from 'react';
import { choiceLines } from './choice.ts';
import type { Config } from './config-state.ts';
import css from './sku-config-page.module.css';

/** What was chosen, to check before it is sent. */
export const ChoiceSummary = ({ config }: { config: Config }): JSX.Element => (
  <Card
    className={css.card}
    title="您的选择"
    actions={
      <Button size="small" variant="ghost" onClick={() => config.goTo('choose')}>
        修改
      </Button>
    }
  >
    <dl className={css.lines}>
      {choiceLines(config.product, config.choice, config.type === 'trial').map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  </Card>
);
