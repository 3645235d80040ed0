import { renderToString } from 'react-dom/server';
import { galleryPages } from './gallery.fixture.tsx';

/** The markup of one page of the gallery, as a server sends it. */
export function render(page: string, pageType: 'PC' | 'H5'): string {
  const Page = galleryPages[page];
  return Page ? renderToString(<Page pageType={pageType} />) : '';
}
