import { authorizationStatusNames } from '@ronghui/domain/authorization';
import { Tag, type Tone } from '@ronghui/ui';
import type { JSX } from 'react';
import type { Authorization } from './authorization-queries.ts';

const tones: Readonly<Record<Authorization['status'], Tone>> = { active: 'ok', withdrawn: 'neutral', expired: 'warn' };

/** A record's status, in words and colour. */
export const AuthorizationTag = ({ status }: Pick<Authorization, 'status'>): JSX.Element => (
  <Tag tone={tones[status]}>{authorizationStatusNames[status]}</Tag>
);
