import { type JSX, useEffect, useState } from 'react';
import { Button } from '../button/button.tsx';
import { CheckIcon, CopyIcon } from '../icon/widget-icons.tsx';
import { IconButton } from '../icon-button/icon-button.tsx';
import { VisuallyHidden } from '../visually-hidden/visually-hidden.tsx';
import { copyText } from './copy-text.ts';

/** Copies `text`; `label` is the button's name, and its text where `showLabel` is set. */
export type CopyButtonProps = { text: string; label?: string; showLabel?: boolean };

/** A small button that copies a text and confirms it. */
export function CopyButton({ text, label = '复制', showLabel = false }: CopyButtonProps): JSX.Element {
  const [outcome, setOutcome] = useState('');
  useEffect(() => {
    if (!outcome) return;
    const timer = setTimeout(() => setOutcome(''), 2000);
    return () => clearTimeout(timer);
  }, [outcome]);
  const icon = outcome === '已复制' ? <CheckIcon size={16} /> : <CopyIcon size={16} />;
  const copy = () => void copyText(text).then((done) => setOutcome(done ? '已复制' : '复制失败，请手动选择文字'));
  return (
    <>
      {showLabel ? (
        <Button size="small" icon={icon} onClick={copy}>
          {label}
        </Button>
      ) : (
        <IconButton size="small" label={label} icon={icon} onClick={copy} />
      )}
      <VisuallyHidden>
        <span role="status">{outcome}</span>
      </VisuallyHidden>
    </>
  );
}
