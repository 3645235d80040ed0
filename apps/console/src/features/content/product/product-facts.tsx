import { Checkbox, FormField, Select, TextInput } from '@ronghui/ui';
import { href } from '@ronghui/web/navigation/hash-location';
import type { JSX } from 'react';
import { paths } from '#kernel/paths.ts';
import css from '../content.module.css';
import { useCategories, useRecordOptions } from '../content-queries.ts';
import { NumberField, WordsField } from '../record/number-field.tsx';
import { PictureField } from '../record/picture-field.tsx';
import type { Editor } from '../record/record-editor.ts';
import { RecordPicker } from '../record/record-picker.tsx';
import type { ProductBody } from './product-body.ts';

interface ProductFactsProps {
  readonly editor: Editor<'product'>;
}

/** The facts of a product, but for its specifications. */
export const ProductFacts = ({ editor: { body, change, faultAt } }: ProductFactsProps): JSX.Element => {
  const set = (changes: Partial<ProductBody>): void => change({ ...body, ...changes });
  const categories = useCategories().map(({ id, name }) => ({ value: id, label: name }));
  return (
    <>
      <section className={css.group} aria-label="基本信息">
        <h2 className={css.title}>基本信息</h2>
        <FormField label="名称" required error={faultAt('name')}>
          <TextInput value={body.name} onValueChange={(name) => set({ name })} maxLength={60} />
        </FormField>
        <FormField label="一句话介绍" required error={faultAt('tagline')}>
          <TextInput value={body.tagline} onValueChange={(tagline) => set({ tagline })} maxLength={200} />
        </FormField>
        <div className={css.pair}>
          <FormField
            label="类目"
            required
            error={faultAt('category')}
            aside={
              <a href={href(paths.categories())} target="_blank" rel="noopener">
                编辑类目（新窗口）
              </a>
            }
          >
            <Select
              value={body.category}
              placeholder="请选择"
              options={categories}
              onValueChange={(category) => set({ category })}
            />
          </FormField>
          <FormField label="显示顺序" hint="在类目中，小的在前" error={faultAt('order')}>
            <NumberField value={body.order} onValueChange={(order) => set({ order: Math.min(order, 9999) })} />
          </FormField>
          <FormField label="首页推荐次序" hint="1 最先，不推荐的留空" error={faultAt('recommended')}>
            <NumberField
              value={body.recommended ?? 0}
              onValueChange={(place) => set({ recommended: place === 0 ? null : Math.min(place, 1000) })}
            />
          </FormField>
          <FormField label="标签" hint="用顿号或逗号分开，最多 10 个" error={faultAt('tags')}>
            <WordsField value={body.tags} onValueChange={(tags) => set({ tags: tags.slice(0, 10) })} />
          </FormField>
        </div>
        <Checkbox checked={body.hasTrial} onCheckedChange={(hasTrial) => set({ hasTrial })}>
          可以申请试用
        </Checkbox>
        <PictureField
          label="封面"
          hint="建议 1120×630 像素"
          required
          value={body.cover}
          onValueChange={(cover) => set({ cover })}
          error={faultAt('cover')}
        />
        <FormField label="封面说明" hint="看不到图片的访客会听到它" required error={faultAt('coverAlt')}>
          <TextInput value={body.coverAlt} onValueChange={(coverAlt) => set({ coverAlt })} maxLength={200} />
        </FormField>
        <div className={css.pair}>
          <FormField label="年化利率" hint="贷款类产品必填，如 7.2%–15.4%" error={faultAt('annualRate')}>
            <TextInput value={body.annualRate} onValueChange={(annualRate) => set({ annualRate })} maxLength={40} />
          </FormField>
          <FormField label="机构名称" hint="出资机构，或接收商户信息的机构" error={faultAt('orgName')}>
            <TextInput value={body.orgName} onValueChange={(orgName) => set({ orgName })} maxLength={60} />
          </FormField>
        </div>
      </section>
      <Names body={body} set={set} faultAt={faultAt} />
    </>
  );
};

interface NamesProps extends Pick<Editor<'product'>, 'body' | 'faultAt'> {
  readonly set: (changes: Partial<ProductBody>) => void;
}

/** What a product names: agreements, documents and other products, by their ids. */
const Names = ({ body, set, faultAt }: NamesProps): JSX.Element => {
  const others = useRecordOptions('product').filter(({ key }) => key !== body.key);
  const faultIn = (list: 'agreements' | 'docs' | 'related'): string | undefined =>
    faultAt(list) ?? body[list].map((_, place) => faultAt(`${list}.${place}`)).find((fault) => fault !== undefined);
  return (
    <section className={css.group} aria-label="协议、文档与相关产品">
      <h2 className={css.title}>协议、文档与相关产品</h2>
      <RecordPicker
        record="agreement"
        noun="协议"
        makeAt={paths.agreements()}
        hint="购买或试用时请客户同意的协议，发布之后可选"
        value={body.agreements}
        onValueChange={(agreements) => set({ agreements })}
        most={20}
        error={faultIn('agreements')}
      />
      <RecordPicker
        record="doc"
        noun="文档"
        hint="文档中心里的文章"
        value={body.docs}
        onValueChange={(docs) => set({ docs })}
        most={20}
        error={faultIn('docs')}
      />
      <fieldset className={css.options}>
        <legend>相关产品，最多 12 个</legend>
        {others.map(({ key, title }) => (
          <Checkbox
            key={key}
            checked={body.related.includes(key)}
            disabled={!body.related.includes(key) && body.related.length >= 12}
            onCheckedChange={(isChosen) =>
              set({ related: isChosen ? [...body.related, key] : body.related.filter((each) => each !== key) })
            }
          >
            {title}
          </Checkbox>
        ))}
      </fieldset>
      {faultIn('related') === undefined ? null : <p role="alert">{faultIn('related')}</p>}
    </section>
  );
};
