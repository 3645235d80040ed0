import type { JSX } from 'react';
import { Button } from '../widgets/button/button.tsx';
import { EmptyState } from '../widgets/empty-state/empty-state.tsx';
import { VisuallyHidden } from '../widgets/visually-hidden/visually-hidden.tsx';

/** `what` names the missing thing (`这个产品`); the rest are links to other pages. */
export type NotFoundProps = { what?: string; homeHref: string; productsHref: string };

/** Says that the address names nothing, with a link home. @source R2.4 */
export function NotFound({ what = '这个页面', homeHref, productsHref }: NotFoundProps): JSX.Element {
  return (
    <>
      <VisuallyHidden>
        <h1>页面不存在</h1>
      </VisuallyHidden>
      <EmptyState
        kind="search"
        title={`没有找到${what}`}
        text="地址可能写错了，或者内容已经移走、下架。"
        action={
          <>
            <Button variant="primary" href={homeHref}>
              返回首页
            </Button>
            <Button href={productsHref}>选购产品</Button>
          </>
        }
      />
    </>
  );
}
