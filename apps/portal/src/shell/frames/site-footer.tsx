import { type FooterColumn, PublicFooter, ThemeSwitch } from '@ronghui/ui';
import { href } from '@ronghui/web/navigation/hash-location';
import { chooseTheme, themeStore } from '@ronghui/web/screen/theme';
import type { JSX } from 'react';
import { paths } from '#kernel/paths.ts';
import { useDocCenterVisible, usePublishedPages, useSite } from '#kernel/start-up.ts';
import css from './site-footer.module.css';

/** Contacts, policies, licences, complaints, ICP and 公安联网备案. @source R1.6, R10.13 */
export const SiteFooter = (): JSX.Element => {
  const site = useSite();
  const docCenterVisible = useDocCenterVisible();
  const isPublished = usePublishedPages();
  const policies = site.agreements.filter((agreement) => agreement.scene === 'register');
  const columns: FooterColumn[] = [
    {
      title: '产品与服务',
      links: [
        { label: '全部产品', href: href(paths.products()) },
        ...(isPublished('partners') ? [{ label: '合作伙伴', href: href(paths.partners()) }] : []),
        ...(docCenterVisible ? [{ label: '文档中心', href: href(paths.docs()) }] : []),
      ],
    },
    {
      title: '关于与反馈',
      links: [
        ...(isPublished('about') ? [{ label: '关于我们', href: href(paths.about()) }] : []),
        { label: '在线客服', href: href(paths.chat()) },
        { label: '意见反馈', href: href(paths.leadForm()) },
        { label: '投诉渠道', href: href(paths.leadForm({ topic: 'complaint' })) },
      ],
    },
    ...(policies.length === 0
      ? []
      : [
          {
            title: '协议与政策',
            links: policies.map(({ id, title }) => ({ label: title, href: href(paths.agreement(id)) })),
          },
        ]),
  ];
  return (
    <PublicFooter
      brand={site.brand}
      columns={columns}
      contacts={contactsOf(site.contacts)}
      licences={site.licences}
      icp={site.icp}
      policeRecord={site.policeRecord}
      copyright={
        <span className={css.owner}>
          {`© ${site.brand.name}`}
          <ThemeSwitch value={themeStore.use()} onValueChange={chooseTheme} />
        </span>
      }
    />
  );
};

const contactsOf = ({ phone, email, address, hours }: ReturnType<typeof useSite>['contacts']) =>
  [
    { label: '电话', value: phone && <a href={`tel:${phone}`}>{phone}</a> },
    { label: '邮箱', value: email && <a href={`mailto:${email}`}>{email}</a> },
    { label: '服务时间', value: hours },
    { label: '地址', value: address },
  ].filter((contact) => contact.value !== '');
