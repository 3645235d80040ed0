import { providerDirectionNames } from '@ronghui/domain/bill';
import { rmbText, yuanInCapitals } from '@ronghui/domain/money';
import { Amount, Callout, DetailHead, Drawer, Facts, Tag } from '@ronghui/ui';
import { href } from '@ronghui/web/navigation/hash-location';
import type { JSX } from 'react';
import { ListedNeighbours } from '#features/desk/desk.shared.ts';
import { paths } from '#kernel/paths.ts';
import { BillLines } from '../bill-lines.tsx';
import css from '../billing.module.css';
import type { IssuedBill } from './issued-queries.ts';

/** A draft: what the bill will be once its stage is issued. The merchant sees nothing of it. @source R11.6 */
export const DraftDrawer = ({ draft, onClose }: { draft: IssuedBill; onClose: () => void }): JSX.Element => (
  <Drawer
    open
    size="large"
    onClose={onClose}
    title="账单草稿"
    beside={<ListedNeighbours list="bills" at={draft.billId} unit="张" />}
  >
    <div key={draft.billId} className={css.body}>
      <DetailHead
        subject={`${draft.stageName} · ${draft.productName} · ${draft.orgName}`}
        tag={<Tag>草稿</Tag>}
        word={providerDirectionNames[draft.direction]}
        main={<Amount text={rmbText(draft.amount)} size="statement" />}
        note={yuanInCapitals(draft.amount)}
        parties={draft.tenantName}
      />
      <Callout>
        草稿尚未出账，商户看不到；重新生成会替换它。
        <a href={href(paths.billing({ stageId: draft.stageId }))}>到出账核对并出账</a>
      </Callout>
      <Facts
        columns={2}
        items={[
          { label: '项目', value: draft.projectName },
          { label: '明细', value: `${draft.lineCount.toLocaleString('en-US')}\u00a0笔` },
          { label: '其中税额', value: <Amount text={rmbText(draft.taxAmount)} /> },
        ]}
      />
      <BillLines bill={{ tenantId: draft.tenantId, billId: draft.billId }} />
    </div>
  </Drawer>
);
