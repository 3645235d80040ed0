import { Button } from '@ronghui/ui';
import { href } from '@ronghui/web/navigation/hash-location';
import type { JSX } from 'react';
import { paths } from '#kernel/paths.ts';
import { useSite } from '#kernel/start-up.ts';
import css from './home-contact.module.css';

/** The last section: contacts. */
export const HomeContact = (): JSX.Element => {
  const { phone, hours } = useSite().contacts;
  return (
    <section className={css.band}>
      <div className={css.inner}>
        <div className={css.words}>
          <h2 className={css.title}>有问题，找得到人</h2>
          <p className={css.text}>
            说说您要解决的事，我们按工单答复，每单有号。
            {phone === '' ? null : (
              <>
                也可以直接拨打 <a href={`tel:${phone}`}>{phone}</a>
                {hours === '' ? '' : `（${hours}）`}。
              </>
            )}
          </p>
        </div>
        <Button variant="primary" size="large" href={href(paths.leadForm({ topic: 'consult' }))}>
          联系我们
        </Button>
      </div>
    </section>
  );
};
