import { type JSX, useEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';
import '../tokens.css';
import '../base.css';
import { galleryPages } from './gallery.fixture.tsx';

const query = new URLSearchParams(location.search);
const Page = galleryPages[query.get('page') ?? ''];
const container = document.getElementById('ice-container');

function Live(): JSX.Element | null {
  useEffect(() => {
    document.documentElement.dataset['live'] = '';
  }, []);
  return Page ? <Page pageType={query.get('type') === 'H5' ? 'H5' : 'PC'} /> : null;
}

if (container) hydrateRoot(container, <Live />, { onRecoverableError: (error) => console.error('hydration', error) });
