import { href } from '@ronghui/web/navigation/hash-location';
import { paths } from '#kernel/paths.ts';
import type { Notice } from './notice-queries.ts';

/** The link of a notice; undefined where there is nothing to open. */
export const noticeHref = ({ place, placeId }: Pick<Notice, 'place' | 'placeId'>): string | undefined => {
  switch (place) {
    case null:
      return undefined;
    case 'order':
      return href(placeId === null ? paths.orders() : paths.order(placeId));
    case 'bill':
      return href(placeId === null ? paths.bills() : paths.bill(placeId));
    case 'feedback':
      return href(paths.feedback(placeId === null ? {} : { open: placeId }));
    case 'invoice':
      return href(paths.invoices(placeId === null ? {} : { open: placeId }));
    case 'authorization':
      return href(paths.authorizations(placeId === null ? {} : { open: placeId }));
    case 'certification':
      return href(paths.verify());
    case 'members':
      return href(paths.members());
    case 'home':
      return href(paths.merchantHome());
    case 'safety':
      return href(paths.safety());
    case 'basicInfo':
      return href(paths.basicInfo());
    case 'recon':
      return href(placeId === null ? paths.reconManagement() : paths.reconRun(placeId));
    case 'chat':
      return href(paths.chat());
    case 'exports':
      return href(paths.exports());
  }
};
