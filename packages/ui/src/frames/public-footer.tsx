import type { JSX, ReactNode } from 'react';
import type { BrandMarkProps } from './brand-mark.tsx';
import css from './public-footer.module.css';

/** A column of links. */
export type FooterColumn = { title: string; links: readonly { label: string; href: string }[] };

/** Contacts, policies, licences, complaints and the two registrations that law requires. */
export type PublicFooterProps = {
  brand: Pick<BrandMarkProps, 'name'>;
  columns: readonly FooterColumn[];
  contacts?: readonly { label: string; value: ReactNode }[];
  licences?: readonly string[];
  icp?: string | undefined;
  policeRecord?: string | undefined;
  /** The copyright line, such as `© 2026 融惠科技有限公司`. */
  copyright?: ReactNode;
};

/** The number in `粤公网安备44030002000001号`, which the link to its register contains. */
function recordCode(policeRecord: string): string {
  return policeRecord.replace(/\D/g, '');
}

/**
 * The footer of every public page.
 *
 * @source R1.6, R10.13
 */
export function PublicFooter({
  brand,
  columns,
  contacts = [],
  licences = [],
  icp,
  policeRecord,
  copyright,
}: PublicFooterProps): JSX.Element {
  return (
    <footer className={css.footer}>
      <div className={css.inner}>
        <div className={css.columns}>
          {contacts.length > 0 ? (
            <section>
              <h2 className={css.title}>{`联系${brand.name}`}</h2>
              <dl className={css.contacts}>
                {contacts.map((contact) => (
                  <div key={contact.label}>
                    <dt>{contact.label}</dt>
                    <dd>{contact.value}</dd>
                  </div>
                ))}
              </dl>
            </section>
          ) : null}
          {columns.map((column) => (
            <nav key={column.title} aria-label={column.title}>
              <h2 className={css.title}>{column.title}</h2>
              <ul>
                {column.links.map((link) => (
                  <li key={link.label}>
                    <a className={css.link} href={link.href}>
                      {link.label}
                    </a>
                  </li>
                ))}
              </ul>
            </nav>
          ))}
        </div>
        <div className={css.legal}>
          {licences.length > 0 ? <p>{licences.join('　')}</p> : null}
          <p className={css.records}>
            {copyright ? <span>{copyright}</span> : null}
            {icp ? (
              <a className={css.link} href="https://beian.miit.gov.cn/" target="_blank" rel="noopener noreferrer">
                {icp}
              </a>
            ) : null}
            {policeRecord ? (
              <a
                className={css.link}
                href={`https://beian.mps.gov.cn/#/query/webSearch?code=${recordCode(policeRecord)}`}
                target="_blank"
                rel="noopener noreferrer"
              >
                {policeRecord}
              </a>
            ) : null}
          </p>
        </div>
      </div>
    </footer>
  );
}
