/** A picture of the README. */
export interface Picture {
  /** The name of its file in `docs/pictures`. */
  readonly name: string;
  readonly screen: 'PC' | 'H5';
  readonly theme: 'light' | 'dark';
  readonly path: string;
  readonly signedIn: boolean;
  /** A text that is there when the page is. */
  readonly ready: string;
  /** A link to follow, which opens a drawer. */
  readonly open?: string;
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
    signedIn: false,
    ready: '为经营者准备的产品',
  },
  { name: 'merchant-pc', screen: 'PC', theme: 'light', path: `${area}/home`, signedIn: true, ready: '最近的订单' },
  {
    name: 'order-pc-dark',
    screen: 'PC',
    theme: 'dark',
    path: `${area}/home`,
    signedIn: true,
    ready: '最近的订单',
    open: '重新上传',
  },
  { name: 'home-h5', screen: 'H5', theme: 'light', path: '/#/portal/home', signedIn: false, ready: '供应链金融' },
  { name: 'merchant-h5', screen: 'H5', theme: 'light', path: `${area}/home`, signedIn: true, ready: '待办' },
  {
    name: 'product-h5-dark',
    screen: 'H5',
    theme: 'dark',
    path: '/#/portal/productsDetail/flex-benefits',
    signedIn: false,
    ready: '员工弹性福利',
  },
];
