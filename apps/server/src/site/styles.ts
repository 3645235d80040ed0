import { createHash } from 'node:crypto';
import { successCss } from '@ronghui/domain/content/brand-colour';
import type { PortalBuild } from '#adapters/portal-build';
import { packedFile, type StaticFile } from '#kernel/http/replies/static-files';

/** A style sheet with its own versioned address. */
interface Sheet {
  /** The version is a digest of its bytes. */
  readonly url: string;
  readonly version: string;
  readonly file: StaticFile;
}

/** The single style sheet of a first paint; those of the home page and of the merchant area contain their own styles as well. */
export interface SiteStyles {
  readonly every: Sheet;
  readonly home: Sheet;
  readonly area: Sheet;
}

/** The colour that a provider's brand overrides, and the green of success beside a green one; an invalid colour is ignored. */
const brandCss = (primary: string): string =>
  /^#[0-9a-f]{3,8}$/i.test(primary) ? `:root{--brand:${primary}}${successCss(primary)}\n` : '';

/** What of the settings the sheets depend on. */
export interface BrandLook {
  readonly primary: string;
  readonly faviconUrl?: string | undefined;
  /** Whether pages begin with a line of maintenance. */
  readonly announces: boolean;
}

/** The icon that a page of the merchant area takes from its sheet: the provider's own in place of ours. */
const iconCss = (faviconUrl = ''): string =>
  /^\/media\/[a-z0-9]{32}\.[a-z]{3,4}$/.test(faviconUrl) ? `\n:root{--icon:"${faviconUrl}"}\n` : '';

/** The line of maintenance at the head of the document; it needs no rule on all other days. */
const lineCss =
  '#maintenance{margin:0;padding:10px 20px;background:var(--amber-soft);color:var(--ink);font:var(--t-14) var(--font);text-align:center;overflow-wrap:anywhere}\n';

const sheet = async (path: string, css: string): Promise<Sheet> => {
  const version = createHash('sha256').update(css).digest('base64url').slice(0, 8);
  return { url: `${path}?v=${version}`, version, file: await packedFile('text/css; charset=utf-8', css) };
};

/** Combines the build's styles with a brand's colour; the last colour is cached. @source R1.6, stack "First load" */
export const createSiteStyles = (build: Pick<PortalBuild, 'styles'> | null) => {
  const { every = '', home = '', area = '' } = build?.styles ?? {};
  let known: { readonly key: string; readonly styles: Promise<SiteStyles> } | undefined;
  const make = async ({ primary, faviconUrl, announces }: BrandLook): Promise<SiteStyles> => {
    const framed = `${every}\n${brandCss(primary)}${announces ? lineCss : ''}`;
    const sheets = await Promise.all([
      sheet('/site.css', framed),
      sheet('/home.css', `${framed}${home}`),
      sheet('/area.css', `${framed}${area}${iconCss(faviconUrl)}`),
    ]);
    return { every: sheets[0], home: sheets[1], area: sheets[2] };
  };
  return (look: BrandLook): Promise<SiteStyles> => {
    const key = `${look.primary} ${look.faviconUrl ?? ''} ${look.announces}`;
    if (known?.key !== key) known = { key, styles: make(look) };
    return known.styles;
  };
};
