import { type ReactNode, useState } from 'react';
import { PopupWindow, type PopupWindowProps } from '../../src/index.ts';

function One({ name, body, ...props }: { name: string; body: ReactNode } & Partial<PopupWindowProps>) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" className="g-button" onClick={() => setOpen(!open)}>
        {name}
      </button>
      <PopupWindow title={name} {...props} open={open} onClose={() => setOpen(false)}>
        <div style={{ padding: 16 }}>{body}</div>
      </PopupWindow>
    </>
  );
}

export function PopupSizes() {
  return (
    <div className="g-row">
      <One name="默认大小" body="45% × 85%，距顶 20、距左 10。" />
      <One name="自定大小" width={360} height={300} top={120} left={320} body="360 × 300。" footer="这里是页脚" />
      <One
        name="关闭即移除"
        width={360}
        height={240}
        removeOnClose
        body={<input aria-label="草稿" placeholder="关上就没了" />}
      />
      <One name="底部面板" layout="sheet" body="H5 上的样子：从下面升起，点旁边关闭。" footer="这里是页脚" />
    </div>
  );
}
