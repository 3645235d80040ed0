import { brandColourFault, brandContrasts, isBrandColour, leastContrast } from '@ronghui/domain/content';
import { FormField, Tag, TextInput } from '@ronghui/ui';
import type { JSX } from 'react';
import css from './site.module.css';

interface ColourFieldProps {
  readonly value: string;
  readonly onValueChange: (colour: string) => void;
  readonly error: string | undefined;
}

const themeNames = { light: '浅色', dark: '深色' } as const;

/** The brand's colour, with the contrast of everything that it colours, in both themes. @source R1.6 */
export const ColourField = ({ value, onValueChange, error }: ColourFieldProps): JSX.Element => {
  const isColour = isBrandColour(value);
  return (
    <>
      <FormField
        label="品牌色"
        hint="按钮、链接与重点的颜色；两套主题的深浅由它算出"
        required
        error={(value === '' ? undefined : brandColourFault(value)) ?? error}
      >
        <TextInput
          value={value}
          onValueChange={onValueChange}
          maxLength={7}
          placeholder="#23408e"
          suffix={
            <input
              type="color"
              className={css.swatch}
              aria-label="选择品牌色"
              value={isColour ? value.toLowerCase() : '#000000'}
              onChange={(event) => onValueChange(event.target.value)}
            />
          }
        />
      </FormField>
      {isColour ? (
        <ul className={css.contrasts} aria-label={`对比度，至少 ${leastContrast}:1`}>
          {brandContrasts(value).map(({ theme, label, text, isEnough }) => (
            <li key={`${theme} ${label}`}>
              {themeNames[theme]} · {label} {text}{' '}
              <Tag tone={isEnough ? 'ok' : 'bad'}>{isEnough ? '清楚' : '不足'}</Tag>
            </li>
          ))}
        </ul>
      ) : null}
    </>
  );
};
