import { href } from '@ronghui/web/navigation/hash-location';
import { type JSX, useEffect, useRef, useState } from 'react';
import { paths } from '#kernel/paths.ts';
import { OptionalPart } from '../frames/optional-part.tsx';

const loadProductMenu = () => import('./product-menu.tsx');

/** The place of the product map in its popover; the map is fetched when the popover first opens. */
export const ProductMenuPlace = (): JSX.Element => {
  const ref = useRef<HTMLAnchorElement>(null);
  const [isOpened, setIsOpened] = useState(false);
  useEffect(() => {
    const popover = ref.current?.closest('[popover]');
    const open = () => setIsOpened(true);
    // A browser without popovers does not know the selector either.
    if (popover !== null && popover !== undefined && 'popover' in popover && popover.matches(':popover-open')) open();
    popover?.addEventListener('beforetoggle', open, { once: true });
    return () => popover?.removeEventListener('beforetoggle', open);
  }, []);
  const waiting = (
    <a ref={ref} href={href(paths.products())}>
      全部产品
    </a>
  );
  return isOpened ? <OptionalPart load={loadProductMenu} waiting={waiting} /> : waiting;
};
