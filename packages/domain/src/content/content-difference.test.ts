import { describe, expect, it } from 'vitest';
import { contentDifferences } from './content-difference.ts';
import { contentPathName } from './content-words.ts';

const slide = (id: string, title: string, more: object = {}) => ({ id, title, theme: 'indigo', ...more });
const slides = (...items: object[]) => ({ record: 'slides', items });

describe('R11.3 the difference of two versions', () => {
  it('R11.3 names the fields of the site, choices by their words', () => {
    const site = { record: 'site', brand: { name: '甲', primary: '#23408e' }, docCenter: 'on', licences: ['一', '二'] };
    const after = { ...site, brand: { ...site.brand, name: '乙' }, docCenter: 'off', licences: ['一'] };
    expect(contentDifferences(site, after)).toEqual([
      { label: '品牌名称', before: '甲', after: '乙' },
      { label: '文档中心', before: '开启', after: '关闭' },
      { label: '证照', before: '一；二', after: '一' },
    ]);
    expect(contentDifferences(site, { ...site })).toEqual([]);
  });

  it('R11.3 tells items by their ids: added, removed, changed and moved', () => {
    const before = slides(slide('a', '第一'), slide('b', '第二'), slide('c', '第三'));
    const after = slides(slide('c', '第三'), slide('a', '第一', { theme: 'pine' }), slide('d', '第四'));
    expect(contentDifferences(before, after)).toEqual([
      { label: '移除', before: '第二', after: '' },
      { label: '新增', before: '', after: '第四' },
      { label: '「第一」的配色', before: '靛蓝', after: '松绿' },
      { label: '顺序', before: '第一、第三', after: '第三、第一' },
    ]);
  });

  it('R11.3 from nothing everything is new', () => {
    expect(contentDifferences(null, slides(slide('a', '第一')))).toEqual([
      { label: '新增', before: '', after: '第一' },
    ]);
  });

  it('R11.3 tells the parts of a product: specifications by their ids, what has none in its order', () => {
    const sku = (id: string, name: string, more: object = {}) => ({ id, name, price: 1200, tiers: [], ...more });
    const block = (title: string) => ({ template: 'template_upDown', title });
    const before = { record: 'product', key: 'a', skus: [sku('s', '标准版')], blocks: [block('一'), block('二')] };
    const after = {
      ...before,
      skus: [sku('s', '标准版', { price: null, tiers: [{ minQuantity: 10, price: 900 }] }), sku('t', '旗舰版')],
      blocks: [block('新'), block('一'), block('改')],
    };
    expect(contentDifferences(before, after)).toEqual([
      { label: '新增规格', before: '', after: '旗舰版' },
      { label: '规格「标准版」的单价', before: '¥12.00', after: '面议' },
      { label: '规格「标准版」：新增阶梯价', before: '', after: '起订数量 10，单价 ¥9.00' },
      { label: '新增内容模块', before: '', after: '新' },
      { label: '第 3 个模块的标题', before: '二', after: '改' },
    ]);
  });

  it.each([
    [['skus', 0, 'tiers', 1, 'price'], '第 1 个规格的第 2 档阶梯价的单价'],
    [['brand', 'name'], '品牌名称'],
    [['items', 1, 'title'], '第 2 项的标题'],
    [['items', 0], '第 1 项'],
    [['licences', 2], '第 3 条证照'],
  ])('R11.3 the place %j is called %s', (path, name) => {
    expect(contentPathName(path)).toBe(name);
  });
});
