import { href } from '@ronghui/web/navigation/hash-location';
import type { JSX } from 'react';
import { paths } from '#kernel/paths.ts';
import { useSite } from '#kernel/start-up.ts';

/** How a form's personal data are handled: the privacy policy, opened beside the form. Nothing before one is published. @source R10.6 */
export const PrivacyNote = (): JSX.Element | null => {
  const policy = useSite().agreements.find(({ scene, title }) => scene === 'register' && /隐私|个人信息/.test(title));
  return policy === undefined ? null : (
    <p>
      您填写的信息按
      <a href={href(paths.agreement(policy.id))} target="_blank" rel="noopener">
        《{policy.title}》
      </a>
      处理。
    </p>
  );
};
