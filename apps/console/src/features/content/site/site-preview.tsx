import { brandShades, isBrandColour, type ThemeName, themeGrounds } from '@ronghui/domain/content';
import type { CSSProperties, JSX } from 'react';
import common from '../content.module.css';
import type { BodyOf } from '../content-queries.ts';
import css from './site.module.css';

const inks = {
  light: { ink: '#101828', ink2: '#475467', line: '#e4e7ec' },
  dark: { ink: '#f2f4f7', ink2: '#c2c9d6', line: '#2b3446' },
} as const;

/** The colours of the portal in one theme, whatever theme the console has. */
const coloursOf = (primary: string, theme: ThemeName): CSSProperties => {
  const { indigo, deep, soft } = brandShades(isBrandColour(primary) ? primary : '#23408e', theme);
  const { card, paper, onBrand } = themeGrounds[theme];
  const { ink, ink2, line } = inks[theme];
  return {
    '--p-indigo': indigo,
    '--p-deep': deep,
    '--p-soft': soft,
    '--p-card': card,
    '--p-paper': paper,
    '--p-on': onBrand,
    '--p-ink': ink,
    '--p-ink-2': ink2,
    '--p-line': line,
  } as CSSProperties;
};

/** What the portal will look like, in both themes, while one types. @source R1.6, R11.3 */
export const SitePreview = ({ site }: { site: BodyOf<'site'> }): JSX.Element => (
  <section className={common.preview} aria-label="预览">
    <h2 className={common.title}>预览</h2>
    <Theme site={site} theme="light" name="浅色主题" />
    <Theme site={site} theme="dark" name="深色主题" />
  </section>
);

interface ThemeProps {
  readonly site: BodyOf<'site'>;
  readonly theme: ThemeName;
  readonly name: string;
}

const Theme = ({ site, theme, name }: ThemeProps): JSX.Element => {
  const { brand, contacts, icp, policeRecord, licences, docCenter } = site;
  return (
    <figure className={css.figure}>
      <figcaption className={common.note}>{name}</figcaption>
      <div className={css.portal} style={coloursOf(brand.primary, theme)}>
        <div className={css.top}>
          {brand.logo === '' ? null : <img className={css.logo} src={brand.logo} alt="" />}
          <strong>{brand.name || '品牌名称'}</strong>
          <span className={css.menu}>产品{docCenter === 'on' ? ' 文档' : ''} 合作伙伴</span>
        </div>
        <div className={css.middle}>
          <span className={css.link}>了解详情</span>
          <span className={css.press}>免费注册</span>
          <span className={css.soft}>推荐</span>
        </div>
        <div className={css.bottom}>
          <p>
            {contacts.phone} {contacts.email}
          </p>
          <p>
            {contacts.hours} {contacts.address}
          </p>
          <p>{licences.filter((line) => line !== '').join('　')}</p>
          <p>
            {icp} {policeRecord}
          </p>
        </div>
      </div>
    </figure>
  );
};
