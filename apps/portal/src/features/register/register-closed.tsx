import { Callout } from '@ronghui/ui';
import type { JSX } from 'react';
import { ContactLink } from '#kernel/contact-link.tsx';
import { useSite } from '#kernel/start-up.ts';

/** In the form's place where the provider has published nothing yet that a person would agree to. @source R10.6 */
export const RegisterClosed = (): JSX.Element => {
  const { phone, hours } = useSite().contacts;
  return (
    <Callout tone="info" role="status">
      <p>注册暂未开放。</p>
      <p>
        {/\d/.test(phone) ? (
          <>
            可以拨打 <a href={`tel:${phone.replaceAll(/[^\d+]/g, '')}`}>{phone}</a>
            {/\d/.test(hours) ? `（${hours}）` : ''}，或
          </>
        ) : null}
        <ContactLink />
        ，开放后我们告诉您。
      </p>
    </Callout>
  );
};
