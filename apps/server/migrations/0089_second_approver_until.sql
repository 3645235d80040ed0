-- A second approver is switched off from the next day on: until this moment, in second_approver, one is asked for (R10.3). Nodes of the version before
-- ask for one after it too.

alter table tenant add column second_approver_until timestamptz(3);
grant update (second_approver_until) on tenant to ronghui_tenant;
