import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { ConfirmPopup, MessageList, PopupWindow, RateLimitedButton } from '../index.ts';
import '../style/style.css';

/** The test's interface to the dialogs. */
export interface DialogStage {
  /** Completes the confirmed action, which is pending until then. */
  settle: () => void;
  /** The callbacks that the dialogs made, in order. */
  asked: string[];
  /** Clicks on the button below all dialogs. */
  pressed: number;
}

declare global {
  interface Window {
    dialogs: DialogStage;
  }
}

window.dialogs = { settle: () => {}, asked: [], pressed: 0 };

const pixel =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const messages = [
  {
    dialogId: '1',
    messageSender: 'agent',
    messageType: 'image',
    messageContent: '回单',
    multimediaUrl: pixel,
  } as const,
];
const reason = { message: '请先完成认证' };
const pending = (): Promise<void> => new Promise((resolve) => (window.dialogs.settle = resolve));

function Confirmation({ opener }: { opener: string }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        {opener}
      </button>
      <ConfirmPopup
        open={open}
        onClose={(why) => {
          window.dialogs.asked.push(why);
          setOpen(false);
        }}
        onConfirm={pending}
        title="真的吗？"
      >
        <span>结束后可以在历史消息里查看。</span>
      </ConfirmPopup>
    </>
  );
}

/**
 * A chat window with a picture, a disabled button and a confirmation inside, another window beside it, and a sheet that
 * its page keeps open.
 */
function Screen() {
  const [shown, setShown] = useState({ chat: false, sheet: false });
  const show = (change: Partial<typeof shown>) => () => setShown((before) => ({ ...before, ...change }));
  return (
    <>
      <button
        type="button"
        style={{ position: 'fixed', inset: '0 0 auto', height: 32 }}
        onClick={() => {
          window.dialogs.pressed += 1;
        }}
      >
        底下的按钮
      </button>
      <button type="button" onClick={show({ chat: true })}>
        打开窗口
      </button>
      <button type="button" onClick={show({ sheet: true })}>
        打开面板
      </button>
      <Confirmation opener="打开确认" />
      <PopupWindow open={shown.chat} onClose={show({ chat: false })} title="在线客服" layout="window">
        <div style={{ height: 300 }}>
          <MessageList messages={messages} />
        </div>
        <Confirmation opener="结束会话" />
        <RateLimitedButton seconds={0} disabled={reason}>
          转人工
        </RateLimitedButton>
      </PopupWindow>
      <PopupWindow
        open={shown.sheet}
        onClose={() => window.dialogs.asked.push('sheet')}
        title="填写资料"
        layout="sheet"
        footer={<input data-autofocus aria-label="资料" />}
      >
        <button type="button" onClick={show({ sheet: false })}>
          放弃
        </button>
      </PopupWindow>
    </>
  );
}

createRoot(document.querySelector('#root') ?? document.body).render(<Screen />);
