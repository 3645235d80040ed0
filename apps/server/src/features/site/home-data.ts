import type { Output } from '@ronghui/contract';
import type { ContentRead } from '#kernel/calls/content-read';

/** The data of the home page, for the server-rendered document (stack, first load). */
export const readHomeData = async (read: ContentRead, isDocCenterOpen: boolean) => {
  const [slides, recommended, productMap, page, partnersPage, docTree] = await Promise.all([
    read('portal.querySlideInfo', {}),
    read('portal.recommendQueryList', { limit: 8 }),
    read('portal.queryProductMap', {}),
    read('portal.queryPage', { page: 'home' }),
    read('portal.queryPage', { page: 'partners' }),
    isDocCenterOpen ? read('doc.queryDocTree', {}) : null,
  ]);
  const parentId = docTree?.nodes[0]?.id;
  const docs: Output<'doc.queryList'> | null =
    parentId === undefined ? null : await read('doc.queryList', { parentId, pageSize: 10 });
  return { slides, recommended, productMap, page, partnersPage, docTree, docs };
};
