-- An order that runs can be ended by the desk: what has no term would otherwise never end (R4.8, R10.9).
alter table order_step drop constraint order_step_action_check;
alter table order_step add constraint order_step_action_check check (action in (
  'submit', 'approve', 'reject', 'cancel', 'lapse', 'sendVoucher', 'acceptPayment', 'sendBackPayment', 'activate', 'expire', 'refund',
  'terminate'));
