import { Callout, Card, Facts, Tag } from '@ronghui/ui';
import type { JSX } from 'react';
import { sizeText } from './size-text.ts';
import css from './system.module.css';
import type { SystemState } from './system-queries.ts';

type Store = SystemState['store'];
type Tone = 'ok' | 'warn' | 'bad';

const states: Readonly<Record<Store['state'], { readonly tone: Tone; readonly name: string; readonly todo: string }>> =
  {
    ok: { tone: 'ok', name: '正常', todo: '' },
    gone: {
      tone: 'bad',
      name: '没有响应',
      todo: '文件存储没有响应，上传与下载都不能用。请挂载文件所在的文件夹，或检查对象存储的地址、密钥与网络；原因见服务日志中的 storageFailed。',
    },
    wrong: {
      tone: 'bad',
      name: '不是这个数据库的',
      todo: '文件存储没有这个数据库的标记：没有挂载、是空的，或是另一套的。请挂载正确的存储；在此之前不会清理任何文件。',
    },
    unknown: { tone: 'warn', name: '未知', todo: '还没有查到文件存储的状态，请稍后刷新。' },
  };

/** Below a tenth the alarm for the disk rings. */
const isAlmostFull = (disk: Store['disk'] | undefined): boolean =>
  disk !== null && disk !== undefined && disk.freeBytes * 10 < disk.sizeBytes;

const roomOf = (disk: Store['disk'] | undefined): string =>
  disk === null || disk === undefined
    ? '未知'
    : `已用 ${sizeText(disk.sizeBytes - disk.freeBytes)}，剩余 ${sizeText(disk.freeBytes)}`;

const places: Readonly<Record<Store['kind'], string>> = {
  folder: '数据目录中的 files',
  sharedFolder: '各节点共同挂载的文件夹',
  bucket: '对象存储',
};

/** The store of files: whether it answers, what room it has, what it has lost. @source running 6.4 */
export const StoreCard = ({ store }: Pick<SystemState, 'store'>): JSX.Element => {
  const { kind, state, disk, filesDisk, lost } = store;
  const { tone, name, todo } = states[state];
  const full = [...(isAlmostFull(disk) ? ['数据目录'] : []), ...(isAlmostFull(filesDisk) ? ['文件存储'] : [])];
  const isFull = full.length > 0;
  const hasLost = lost !== null && lost > 0;
  const isFine = tone === 'ok' && !isFull && !hasLost;
  return (
    <Card
      title={
        <>
          文件存储{' '}
          <Tag tone={isFine ? 'ok' : tone === 'ok' ? 'bad' : tone}>{tone === 'ok' && !isFine ? '需要处理' : name}</Tag>
        </>
      }
    >
      <div className={css.part}>
        {todo === '' ? null : <Callout tone={tone === 'bad' ? 'bad' : 'warn'}>{todo}</Callout>}
        {isFull ? (
          <Callout tone="bad">{`${full.join('与')}所在的磁盘剩余不到一成。请移走旧的备份与日志，或扩大磁盘。`}</Callout>
        ) : null}
        {hasLost ? (
          <Callout tone="bad">
            {`有 ${lost.toLocaleString('en-US')}\u00a0个文件在存储中找不到。请从备份中恢复到文件存储，下次核对后标记自动消失。`}
          </Callout>
        ) : null}
        <Facts
          columns={2}
          items={[
            { label: '位置', value: places[kind] },
            ...(kind === 'sharedFolder' ? [{ label: '文件的磁盘', value: roomOf(filesDisk) }] : []),
            { label: '数据目录的磁盘', value: roomOf(disk) },
            {
              label: '找不到的文件',
              value: lost === null ? '未知' : `${lost.toLocaleString('en-US')}\u00a0个（每小时核对一次）`,
            },
          ]}
        />
      </div>
    </Card>
  );
};
