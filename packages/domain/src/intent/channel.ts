/** The channels that a payment on line may go through. @source R15.3, receipts 4.1 */
export const channels = ['wechat', 'alipay'] as const;

/** A payment channel. */
export type ChannelName = (typeof channels)[number];

/** Whether a text names a channel. */
export const isChannel = (text: string): text is ChannelName => channels.some((each) => each === text);

/** What people read of it. */
export const channelNames: Readonly<Record<ChannelName, string>> = { wechat: '微信支付', alipay: '支付宝' };
