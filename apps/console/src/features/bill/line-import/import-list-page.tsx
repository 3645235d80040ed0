import { Button, ListPage } from '@ronghui/ui';
import { saveFile } from '@ronghui/web/files/save-file';
import { lazyPart } from '@ronghui/web/navigation/chunks';
import { navigate } from '@ronghui/web/navigation/hash-location';
import { type JSX, useState } from 'react';
import { paths } from '#kernel/paths.ts';
import { useAuth } from '#kernel/start-up.ts';
import { ImportCard, importColumns } from './import-rows.tsx';
import { type LineImport, useImportList } from './line-import-queries.ts';
import { templateFile } from './template-file.ts';

const UploadDrawer = lazyPart(() => import('./upload-drawer.tsx'));
const ImportDrawer = lazyPart(() => import('./import-drawer.tsx'));

const keyOf = ({ importId }: LineImport): string => importId;
const card = (item: LineImport): JSX.Element => <ImportCard item={item} />;

/** Imports of lines: their files, how far they are, and what became of them. @source R11.6 */
export const ImportListPage = (): JSX.Element => {
  const list = useImportList();
  const [isUploading, setUploading] = useState(false);
  const mayWrite = useAuth()['ops.billing.write'] === true;
  return (
    <>
      <ListPage
        title="明细导入"
        sub="每个文件整体导入：有一行不能导入，就一行也不导入，并给出全部错误行；读不出的行，看过之后可以选择跳过。"
        actions={
          mayWrite ? (
            <>
              <Button size="small" onClick={() => saveFile(templateFile())}>
                下载模板
              </Button>
              <Button size="small" variant="primary" onClick={() => setUploading(true)}>
                导入明细
              </Button>
            </>
          ) : undefined
        }
        list={list}
        name="line-import"
        label="明细导入"
        unit="次导入"
        keyOf={keyOf}
        columns={importColumns(({ importId }, part) => `${list.openHref(importId)}&part=${part}`)}
        card={card}
        opens
        empty={{ title: '还没有导入', text: '选择账期和文件，核对列之后导入。' }}
      />
      {list.open === null ? null : <ImportDrawer key={list.open} importId={list.open} onClose={list.close} />}
      {isUploading ? (
        <UploadDrawer
          onClose={() => setUploading(false)}
          onStored={(open) => {
            setUploading(false);
            navigate(paths.lines({ open }));
          }}
        />
      ) : null}
    </>
  );
};
