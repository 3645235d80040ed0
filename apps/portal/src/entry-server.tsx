import { AreaFrame, PublicHeader } from '@ronghui/ui';
import { presetChunk } from '@ronghui/web/navigation/chunks';
import { seedLocation } from '@ronghui/web/navigation/hash-location';
import { titleOf } from '@ronghui/web/navigation/page-title';
import { clearQueries } from '@ronghui/web/queries/query-client';
import { pageTypeStore } from '@ronghui/web/screen/page-type';
import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import { holdFirstResponse } from '#features/catalog/home/first-response.ts';
import { HomePage } from '#features/catalog/home/home-page.tsx';
import { paths, patterns, type RouteName } from '#kernel/paths.ts';
import { startUpStore, stateOfDocument } from '#kernel/start-up.ts';
import type { DocumentInput, Render } from './document.ts';
import { documentDataId, documentDataOf, documentJson } from './document-data.ts';
import { landingHeads } from './landing-heads.ts';
import { landingLine } from './landing-line.ts';
import { routes, routeTable } from './routes.ts';
import { App } from './shell/app.tsx';
import { RouteSkeleton } from './shell/frames/skeletons.tsx';

/** The routes on which visits usually begin; the document holds a shell for each. */
const landings: readonly RouteName[] = [
  'login',
  'register',
  'findPassword',
  'changePassword',
  'products',
  'product',
  'skuConfig',
  'docs',
  'about',
  'partners',
  'leadForm',
];

const escapeText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** The part of a pattern before its first parameter. */
const stemOf = (pattern: string): string => pattern.split(/\/[:*]/)[0] ?? pattern;

/** A route's shell. The head text of a route is its own: pages below it get a shell without that text. */
const shellsOf = (name: RouteName, brand: string): string => {
  const route = routes[name];
  const path = escapeText(stemOf(patterns[name]));
  const title = escapeText(titleOf(route.title, brand));
  const head = landingHeads[name];
  const shell = (lead: string | undefined, marks: string) => {
    const known = { title: head?.title?.(brand) ?? route.title, lead, foot: head?.foot };
    const markup = renderToStaticMarkup(<RouteSkeleton shape={route.skeleton} {...known} />);
    return `<template data-path="${path}"${marks} data-title="${title}">${markup}</template>`;
  };
  const root = route.tab === undefined ? '' : ' data-root';
  return route.skeleton === 'docs'
    ? shell(undefined, '') + shell(head?.lead, ` data-only${root}`)
    : shell(head?.lead, root);
};

const allShells = (brand: string, docCenterVisible: boolean): string => {
  const other = renderToStaticMarkup(<RouteSkeleton shape="text" title="" />);
  const named = landings.filter((name) => docCenterVisible || !routes[name].docCenter);
  return `<template data-path="*">${other}</template>${named.map((name) => shellsOf(name, brand)).join('')}`;
};

/**
 * The frame of the merchant area, for the inline line to put in place of the public one at once (R2.9). What it says of the user comes
 * with the start-up call.
 */
const areaShell = (pageType: 'PC' | 'H5', { name, logoUrl }: DocumentInput['site']['site']['brand']): string => {
  const { title, skeleton } = routes.merchantHome;
  const header = <PublicHeader pageType={pageType} brand={{ name, logoUrl }} />;
  const markup = renderToStaticMarkup(
    <AreaFrame pageType={pageType} areaName={title} groups={[]} header={header}>
      <RouteSkeleton shape={skeleton} title="" />
    </AreaFrame>,
  );
  return `<template data-frame data-title="${escapeText(titleOf(title, name))}">${markup}</template>`;
};

/** The id of the script at the end of the body; the browser paints nothing before it. */
const landingId = 'landing';

const documentHead = ({ site, data, gatewayBase, styles }: DocumentInput): string => {
  const { brand } = site.site;
  const about = data.slides.slides[0]?.subtitle ?? brand.name;
  return [
    `<title>${escapeText(titleOf(routes.home.title, brand.name))}</title>`,
    `<meta name="description" content="${escapeText(about)}">`,
    `<meta name="gateway-base" content="${escapeText(gatewayBase)}">`,
    `<link rel="expect" href="#${landingId}" blocking="render">`,
    `<link id="style" blocking="render" href="${escapeText(styles.every)}" data-home="${escapeText(styles.home)}" data-area="${escapeText(styles.area)}">`,
    `<noscript><link rel="stylesheet" href="${escapeText(styles.home)}"></noscript>`,
  ].join('');
};

/** Makes the first response: the home page with its data, and the shells of the other landing routes. @source stack "First load" */
export const render: Render = (input) => {
  const documentData = documentDataOf(input);
  seedLocation(paths.home());
  pageTypeStore.seed(input.pageType === 'h5' ? 'H5' : 'PC');
  startUpStore.seed(stateOfDocument(input.site));
  holdFirstResponse(documentData.data);
  clearQueries();
  if (routes.home.load !== undefined) presetChunk(routes.home.load, HomePage);
  const markup = renderToString(<App table={routeTable} />);
  const { brand } = input.site.site;
  const shells = allShells(brand.name, input.site.visibleFlag.IS_VISIBLE_DOC_CENTER !== 'off');
  const frame = areaShell(input.pageType === 'h5' ? 'H5' : 'PC', brand);
  const json = `<script type="application/json" id="${documentDataId}">${documentJson(documentData)}</script>`;
  const html = input.template
    .replace('<html lang="zh-CN">', `<html lang="zh-CN" data-page-type="${input.pageType}">`)
    .replace('<!--document:head-->', () => documentHead(input))
    // Compressed, the data before the markup are smaller than after it.
    .replace('<!--document:data-->', () => json)
    .replace('<!--document:markup-->', () => markup)
    .replace('<!--document:after-->', () => `${shells}${frame}<script id="${landingId}">${landingLine}</script>`);
  return { html };
};
