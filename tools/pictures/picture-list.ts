/** A picture of the README. */
export interface Picture {
  /** The name of its file in `docs/pictures`. */
  readonly name: string;
  readonly screen: 'PC' | 'H5';
  readonly theme: 'light' | 'dark';
  readonly path: string;
  readonly as: 'visitor' | 'merchant' | 'staff';
  /** A text that is there when the page is. */
  readonly ready: string;
  /** The first link with this text is followed. */
  readonly open?: string;
  /** A text that is there when what the link opens is. */
  readonly opened?: string;
}

/** The largest picture. @unit bytes */
export const mostBytes = 200_000;

const area = '/#/merchant/userCenter';

export const pictures: readonly Picture[] = [
  {
    name: 'home-pc',
    screen: 'PC',
    theme: 'light',
    path: '/#/portal/home',
    as: 'visitor',
    ready: '为经营者准备的产品',
  },
  { name: 'merchant-pc', screen: 'PC', theme: 'light', path: `${area}/home`, as: 'merchant', ready: '最近的订单' },
  {
    name: 'order-pc-dark',
    screen: 'PC',
    theme: 'dark',
    path: `${area}/home`,
    as: 'merchant',
    ready: '最近的订单',
    open: '重新上传',
    opened: '收款账户',
  },
  {
    name: 'bill-pc',
    screen: 'PC',
    theme: 'light',
    path: `${area}/bill?status=disputed`,
    as: 'merchant',
    ready: '应付合计',
    open: 'ZD',
    opened: '金额是怎么来的',
  },
  {
    name: 'recon-pc',
    screen: 'PC',
    theme: 'light',
    path: `${area}/reconManagement`,
    as: 'merchant',
    ready: '全年对账',
    open: '打开',
    opened: '平台账',
  },
  { name: 'console-pc', screen: 'PC', theme: 'light', path: '/console/', as: 'staff', ready: '您好' },
  { name: 'home-h5', screen: 'H5', theme: 'light', path: '/#/portal/home', as: 'visitor', ready: '供应链金融' },
  { name: 'merchant-h5', screen: 'H5', theme: 'light', path: `${area}/home`, as: 'merchant', ready: '待办' },
  {
    name: 'product-h5-dark',
    screen: 'H5',
    theme: 'dark',
    path: '/#/portal/productsDetail/flex-benefits',
    as: 'visitor',
    ready: '员工弹性福利',
  },
  {
    name: 'bill-h5',
    screen: 'H5',
    theme: 'light',
    path: `${area}/bill?status=disputed`,
    as: 'merchant',
    ready: '应付合计',
    open: 'ZD',
    opened: '金额是怎么来的',
  },
];
