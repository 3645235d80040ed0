import { FormField, RadioGroup, TextArea, TextInput } from '@ronghui/ui';
import type { JSX, ReactNode } from 'react';
import css from '../content.module.css';
import type { BodyOf } from '../content-queries.ts';
import { PictureField } from '../record/picture-field.tsx';
import type { Editor } from '../record/record-editor.ts';
import { RecordPage } from '../record/record-page.tsx';
import { ColourField } from './colour-field.tsx';
import { SitePreview } from './site-preview.tsx';

type Site = BodyOf<'site'>;

const blank: Site = {
  record: 'site',
  brand: { name: '', logo: '', favicon: '', primary: '#23408e' },
  contacts: { phone: '', email: '', address: '', hours: '' },
  icp: '',
  policeRecord: '',
  licences: [],
  docCenter: 'off',
  payee: { name: '', bank: '', accountNo: '' },
};

/** The provider's settings of the site: brand, contacts, registrations, and what is switched on. @source R1.6, R11.3 */
export const SitePage = (): JSX.Element => (
  <RecordPage record="site" sub="品牌、联系方式、备案与证照，发布后门户随即更新。" blank={blank}>
    {(editor) => (
      <div className={css.sides}>
        <div className={css.form}>
          <BrandFields editor={editor} />
          <ContactFields editor={editor} />
          <RecordFields editor={editor} />
          <PayeeFields editor={editor} />
        </div>
        <SitePreview site={editor.body} />
      </div>
    )}
  </RecordPage>
);

interface PartProps {
  readonly editor: Editor<'site'>;
}

const Group = ({ title, note, children }: { title: string; note?: string; children: ReactNode }): JSX.Element => (
  <section className={css.group} aria-label={title}>
    <h2 className={css.title}>{title}</h2>
    {note === undefined ? null : <p className={css.note}>{note}</p>}
    {children}
  </section>
);

const BrandFields = ({ editor: { body, change, faultAt } }: PartProps): JSX.Element => {
  const set = (changes: Partial<Site['brand']>): void => change({ ...body, brand: { ...body.brand, ...changes } });
  return (
    <Group title="品牌">
      <FormField label="品牌名称" required error={faultAt('brand.name')}>
        <TextInput value={body.brand.name} onValueChange={(name) => set({ name })} maxLength={40} />
      </FormField>
      <PictureField
        label="品牌标志"
        hint="建议 80×80 像素"
        required
        value={body.brand.logo}
        onValueChange={(logo) => set({ logo })}
        error={faultAt('brand.logo')}
      />
      <PictureField
        label="网页图标"
        hint="浏览器标签上的图标，建议 64×64 像素；没有时用默认的"
        value={body.brand.favicon}
        onValueChange={(favicon) => set({ favicon })}
        error={faultAt('brand.favicon')}
      />
      <ColourField
        value={body.brand.primary}
        onValueChange={(primary) => set({ primary })}
        error={faultAt('brand.primary')}
      />
    </Group>
  );
};

const contacts = [
  ['phone', '客服电话', 40],
  ['email', '客服邮箱', 120],
  ['hours', '服务时间', 80],
  ['address', '联系地址', 200],
] as const;

const ContactFields = ({ editor: { body, change, faultAt } }: PartProps): JSX.Element => (
  <Group title="联系方式">
    <div className={css.pair}>
      {contacts.map(([name, label, most]) => (
        <FormField key={name} label={label} required error={faultAt(`contacts.${name}`)}>
          <TextInput
            value={body.contacts[name]}
            onValueChange={(text) => change({ ...body, contacts: { ...body.contacts, [name]: text } })}
            maxLength={most}
          />
        </FormField>
      ))}
    </div>
  </Group>
);

/** The licences as lines of one text; blank lines at the end stay while one types. */
const linesOf = (text: string): string[] => (text === '' ? [] : text.split('\n').slice(0, 20));

const RecordFields = ({ editor: { body, change, faultAt, faults } }: PartProps): JSX.Element => (
  <Group title="备案、证照与栏目">
    <div className={css.pair}>
      <FormField label="ICP 备案号" hint="没有的留空" error={faultAt('icp')}>
        <TextInput value={body.icp} onValueChange={(icp) => change({ ...body, icp })} maxLength={60} />
      </FormField>
      <FormField label="公安联网备案号" hint="没有的留空" error={faultAt('policeRecord')}>
        <TextInput
          value={body.policeRecord}
          onValueChange={(policeRecord) => change({ ...body, policeRecord })}
          maxLength={60}
        />
      </FormField>
    </div>
    <FormField
      label="证照"
      hint={'一行一条，最多 20\u00a0条，每条不超过 200\u00a0个字'}
      error={faults.find(({ path }) => path.startsWith('licences'))?.message}
    >
      <TextArea
        value={body.licences.join('\n')}
        onValueChange={(text) => change({ ...body, licences: linesOf(text).map((line) => line.slice(0, 200)) })}
      />
    </FormField>
    <RadioGroup
      label="文档中心"
      row
      value={body.docCenter}
      onValueChange={(docCenter) => change({ ...body, docCenter: docCenter === 'on' ? 'on' : 'off' })}
      options={[
        { value: 'on', label: '开启' },
        { value: 'off', label: '关闭', hint: '菜单、页面与链接都不显示' },
      ]}
    />
  </Group>
);

const payee = [
  ['name', '收款户名', 80],
  ['bank', '开户行', 120],
  ['accountNo', '收款账号', 40],
] as const;

const PayeeFields = ({ editor: { body, change, faultAt } }: PartProps): JSX.Element => (
  <Group title="收款账户" note="商户的订单与账单按此付款，只有登录的商户看得到；三项都填，或都不填。">
    <div className={css.pair}>
      {payee.map(([name, label, most]) => (
        <FormField key={name} label={label} error={faultAt(`payee.${name}`)}>
          <TextInput
            value={body.payee[name]}
            onValueChange={(text) => change({ ...body, payee: { ...body.payee, [name]: text } })}
            maxLength={most}
          />
        </FormField>
      ))}
    </div>
  </Group>
);
