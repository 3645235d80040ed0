import { href } from '@ronghui/web/navigation/hash-location';
import type { JSX } from 'react';
import { paths } from '#kernel/paths.ts';

/** 联系我们 in a sentence, which leads to the form and the contacts beside it. @source R1.1 */
export const ContactLink = (): JSX.Element => <a href={href(paths.leadForm({ topic: 'consult' }))}>联系我们</a>;
