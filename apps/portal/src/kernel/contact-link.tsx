import { href } from '@ronghui/web/navigation/hash-location';
import { Fragment, type JSX, type ReactNode } from 'react';
import { paths } from '#kernel/paths.ts';

const words = '联系我们';

/** 联系我们 in a sentence, which leads to the form and the contacts beside it. @source R1.1 */
export const ContactLink = (): JSX.Element => <a href={href(paths.leadForm({ topic: 'consult' }))}>{words}</a>;

/** A text, such as an error's, whose 联系我们 leads there. */
export const withContact = (text: string | undefined): ReactNode =>
  text?.includes(words)
    ? text.split(words).map((part, at) => (
        <Fragment key={part}>
          {at === 0 ? null : <ContactLink />}
          {part}
        </Fragment>
      ))
    : text;
