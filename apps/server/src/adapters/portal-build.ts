import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Output } from '@ronghui/contract';
import { readStaticFiles, type StaticFile } from '#kernel/http/replies/static-files';

/** The parameters of the portal's renderer (its `src/document.ts` declares them; importing that package is not allowed here). */
export interface DocumentInput {
  readonly pageType: 'pc' | 'h5';
  readonly template: string;
  readonly gatewayBase: string;
  readonly styles: { readonly every: string; readonly home: string; readonly area: string };
  readonly site: Pick<Output<'sys.commonConfig'>, 'visibleFlag' | 'site'>;
  readonly data: HomeData;
}

/** The data of the home page; each part is the reply of an operation. */
export interface HomeData {
  readonly slides: Output<'portal.querySlideInfo'>;
  readonly recommended: Output<'portal.recommendQueryList'>;
  readonly productMap: Output<'portal.queryProductMap'>;
  readonly page: Output<'portal.queryPage'>;
  readonly partnersPage: Output<'portal.queryPage'>;
  readonly docTree: Output<'doc.queryDocTree'> | null;
  readonly docs: Output<'doc.queryList'> | null;
}

/** The built portal: its document template, its renderer and its files. */
export interface PortalBuild {
  readonly template: string;
  /** Hashes of its inline scripts, for the content security policy. */
  readonly scriptHashes: readonly string[];
  /** CSS of every page, and the additional CSS of the home page and of the merchant area. */
  readonly styles: { readonly every: string; readonly home: string; readonly area: string };
  /** Below `/assets/`: names contain a hash, contents never change. */
  readonly assets: ReadonlyMap<string, StaticFile>;
  /** At the root: `favicon.svg`, `robots.txt`. */
  readonly rootFiles: ReadonlyMap<string, StaticFile>;
  render(input: DocumentInput): { readonly html: string };
}

const distFolder = join(import.meta.dirname, '../../../portal/dist');

/** Loads the build at start; null when there is none. @source stack, first load */
export const loadPortalBuild = async (folder = distFolder): Promise<PortalBuild | null> => {
  const client = join(folder, 'client');
  let template: string;
  try {
    template = await readFile(join(client, 'index.html'), 'utf8');
  } catch {
    return null;
  }
  const hashes: { script: string[] } = JSON.parse(await readFile(join(client, 'inline-hashes.json'), 'utf8'));
  const styles: PortalBuild['styles'] = JSON.parse(await readFile(join(client, 'styles.json'), 'utf8'));
  // The portal's `document.ts` declares this interface.
  const entry = (await import(pathToFileURL(join(folder, 'server/entry-server.js')).href)) as Pick<
    PortalBuild,
    'render'
  >;
  const [assets, top] = await Promise.all([
    readStaticFiles(join(client, 'assets'), true),
    readStaticFiles(client, false),
  ]);
  const rootFiles = new Map([...top].filter(([name]) => name !== 'index.html' && !name.endsWith('.json')));
  return { template, scriptHashes: hashes.script, styles, assets, rootFiles, render: entry.render };
};
