import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { PopupWindow, type PopupWindowProps } from '../index.ts';
import '../style/style.css';

const places = { 甲: { left: 100, top: 100 }, 乙: { left: 220, top: 180 } } as const;

/** Two windows, in the page's top layer with `?top`, and with `?transformed` inside a box that is moved and scaled. */
function Screen() {
  const query = new URLSearchParams(location.search);
  const [shown, setShown] = useState<readonly string[]>(['甲', '乙']);
  const layer: Pick<PopupWindowProps, 'topLayer'> = { topLayer: query.has('top') };
  return (
    <div style={query.has('transformed') ? { transform: 'translate(60px, 40px) scale(0.8)' } : {}}>
      <button type="button" onClick={() => setShown(['甲', '乙'])}>
        打开
      </button>
      {(['甲', '乙'] as const).map((name) => (
        <PopupWindow
          key={name}
          open={shown.includes(name)}
          onClose={() => setShown((now) => now.filter((one) => one !== name))}
          title={name}
          layout="window"
          width={400}
          height={300}
          {...places[name]}
          {...layer}
        >
          <input aria-label={`输入${name}`} />
        </PopupWindow>
      ))}
    </div>
  );
}

createRoot(document.querySelector('#root') ?? document.body).render(<Screen />);
