import { describe, expect, it } from 'vitest';
import { mergedChange } from './merged-change.ts';

describe('R11.3 a change of what was drawn, made of what is there now', () => {
  const was = {
    title: '甲',
    logo: '',
    blocks: [
      { title: '一', image: '' },
      { title: '二', image: '' },
    ],
  };

  it.each([
    [
      'of another field',
      { ...was, title: '乙' },
      { ...was, logo: '/media/a.png' },
      { ...was, title: '乙', logo: '/media/a.png' },
    ],
    ['of the same field is the later one', { ...was, title: '乙' }, { ...was, title: '丙' }, { ...was, title: '乙' }],
    [
      'of the same item of a list',
      { ...was, blocks: [{ title: '壹', image: '' }, was.blocks[1]] },
      { ...was, blocks: [{ title: '一', image: '/media/a.png' }, was.blocks[1]] },
      { ...was, blocks: [{ title: '壹', image: '/media/a.png' }, was.blocks[1]] },
    ],
    [
      'of a list that has another length',
      { ...was, blocks: [] },
      { ...was, title: '丙' },
      { ...was, title: '丙', blocks: [] },
    ],
    ['that is none', was, { ...was, title: '丙' }, { ...was, title: '丙' }],
  ])('R11.3 %s', (_name, is, now, wanted) => {
    expect(mergedChange(was, is, now)).toEqual(wanted);
  });
});
