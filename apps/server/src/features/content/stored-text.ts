import { imagesOf, withPictures } from './markdown.ts';

/** The pictures of a rendered text by their names in the Markdown, in order of appearance. */
export const sourcesOf = (markdown: string, html: string): Map<string, string> => {
  const names = imagesOf(markdown).map(({ src }) => src);
  const urls = [...html.matchAll(/<img src="\/media\/([^"]+)"/g)].map((match) => match[1] ?? '');
  return new Map(names.map((name, index) => [name, urls[index] ?? '']));
};

/** The Markdown of a stored document with the addresses of its pictures; one that was imported by an earlier version has the names of files. */
export const addressedText = ({ markdown, html }: { readonly markdown: string; readonly html: string }): string => {
  const named = [...sourcesOf(markdown, html)].filter(([name, url]) => !name.startsWith('/media/') && url !== '');
  return withPictures(markdown, new Map(named.map(([name, url]) => [name, `/media/${url}`])));
};
