import { Button, Card } from '@ronghui/ui';
import type { JSX } from 'react';
import type { ConfigState } from './config-state.ts';
import { configurationLines } from './configuration.ts';
import css from './sku-config-page.module.css';

/** The configuration, to check before it is sent. */
export const ConfigurationSummary = ({ config }: { config: ConfigState }): JSX.Element => (
  <Card
    className={css.card}
    title="您的选择"
    actions={
      <Button size="small" variant="ghost" onClick={() => config.goTo('configure')}>
        修改
      </Button>
    }
  >
    <dl className={css.lines}>
      {configurationLines(config.product, config.configuration, config.type === 'trial').map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  </Card>
);
