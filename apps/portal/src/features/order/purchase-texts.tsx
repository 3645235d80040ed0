import { Card, FileIcon } from '@ronghui/ui';
import type { JSX } from 'react';
import type { Agreement } from '#kernel/agreements.ts';
import { href, paths } from '#kernel/paths.ts';
import css from './sku-config-page.module.css';

const asked = ['purchase', 'dataSharing'];

/** What will be signed when the order is made: to be read in peace beforehand. Nothing is agreed to here. @source R10.6 */
export const PurchaseTexts = ({ agreements }: { agreements: readonly Agreement[] }): JSX.Element | null => {
  const texts = agreements.filter(({ scene }) => asked.includes(scene));
  if (texts.length === 0) return null;
  return (
    <Card className={css.card} title="开通时要签署的协议">
      <ul className={css.texts}>
        {texts.map(({ id, version, title }) => (
          <li key={id}>
            <FileIcon size={20} />
            <a href={href(paths.agreement(id, version))} target="_blank" rel="noopener">
              《{title}》
            </a>
          </li>
        ))}
      </ul>
      <p className={css.remark}>可以先看清楚，签署在办理时进行；这里不代表同意。</p>
    </Card>
  );
};
