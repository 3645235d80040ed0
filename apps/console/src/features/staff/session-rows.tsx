import { Button, DateTime, Tag } from '@ronghui/ui';
import type { JSX } from 'react';
import css from './staff.module.css';
import type { OwnSession } from './staff-queries.ts';

interface SessionRowsProps {
  readonly sessions: readonly OwnSession[];
  readonly onEnd?: (sessionId: string, isCurrent: boolean) => Promise<void>;
}

/** Open sessions, each with a button to end it where it may be ended. */
export const SessionRows = ({ sessions, onEnd }: SessionRowsProps): JSX.Element => (
  <ul className={css.list} aria-label="登录中的设备">
    {sessions.map(({ sessionId, device, address, createdAt, lastSeenAt, isCurrent }) => (
      <li key={sessionId} className={css.row}>
        <div>
          <p>
            {device || '未知设备'} {isCurrent ? <Tag tone="ok">本机</Tag> : null}
          </p>
          <p className={css.note}>
            {address} · 登录于 <DateTime value={createdAt} /> · 最近使用 <DateTime value={lastSeenAt} />
          </p>
        </div>
        {onEnd === undefined ? null : (
          <Button size="small" onClick={() => void onEnd(sessionId, isCurrent)}>
            {isCurrent ? '退出登录' : '结束'}
          </Button>
        )}
      </li>
    ))}
  </ul>
);
