import { renderToString } from 'react-dom/server';
import { galleryPages } from './gallery.fixture.tsx';

/** The server-rendered markup of one page of the gallery. */
export function render(page: string, pageType: 'PC' | 'H5'): string {
  const Page = galleryPages[page];
  return Page ? renderToString(<Page pageType={pageType} />) : '';
}
