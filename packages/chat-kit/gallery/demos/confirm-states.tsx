import { useState } from 'react';
import { ConfirmPopup, type ConfirmPopupProps } from '../../src/index.ts';

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

function One({ name, ...props }: { name: string } & Partial<ConfirmPopupProps>) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" className="g-button" onClick={() => setOpen(true)}>
        {name}
      </button>
      <ConfirmPopup title={name} onConfirm={() => {}} {...props} open={open} onClose={() => setOpen(false)} />
    </>
  );
}

export function ConfirmStates() {
  const [isDown, setDown] = useState(true);
  const [isRead, setRead] = useState(false);
  const [tries, setTries] = useState(0);
  return (
    <div className="g-row">
      <One name="确认账单">将确认 12 张账单，共 ¥128,406.50。确认后金额不再变动。</One>
      <One name="异步确认" onConfirm={() => wait(2000)}>
        按钮会显示加载，两秒后完成。
      </One>
      <One
        name="第一次会失败"
        onConfirm={async () => {
          await wait(800);
          setDown(!isDown);
          if (isDown) throw new Error('503');
        }}
        errorText="系统繁忙，请稍后再试"
      >
        失败后可以再试。
      </One>
      <One name="注销账号" danger confirmText="确认注销" cancelText="再想想" onConfirm={() => wait(1200)}>
        15 天内可以反悔；之后账号与数据将被删除，不能恢复。
      </One>
      <One name="先读后确认" confirmDisabled={!isRead}>
        <label>
          <input type="checkbox" checked={isRead} onChange={(event) => setRead(event.target.checked)} />{' '}
          我已阅读《产品采购协议》
        </label>
      </One>
      <One
        name="没办成就不关"
        onConfirm={() => {
          setTries(tries + 1);
          return tries > 0;
        }}
      >
        {tries === 0 ? '第一次会留在这里：库存正在核对。' : '已核对，再确认一次即可。'}
      </One>
    </div>
  );
}
