/** What a reception was about, as its summary says. @source service 1.4 */
export const categories = ['账单', '付款', '发票', '产品', '账号', '其他'].map((label) => ({ value: label, label }));
