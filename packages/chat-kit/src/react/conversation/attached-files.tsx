import type { JSX } from 'react';
import type { conversationTexts } from '../../headless/texts.ts';

interface AttachedFilesProps {
  files: readonly File[];
  words: typeof conversationTexts;
  onChange: (files: readonly File[]) => void;
}

/** Files that leave with the next message, each with a button that takes it out. */
export function AttachedFiles({ files, words, onChange }: AttachedFilesProps): JSX.Element | null {
  if (files.length === 0) return null;
  return (
    <ul className="ck-composer-files">
      {files.map((file, at) => (
        // the same file may be attached twice
        <li key={`${at}/${file.name}`}>
          <span>{file.name}</span>
          <button
            type="button"
            aria-label={words.removeFile(file.name)}
            onClick={() => onChange(files.filter((one) => one !== file))}
          />
        </li>
      ))}
    </ul>
  );
}
