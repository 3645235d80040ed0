import { lazyPart } from '@ronghui/web/navigation/chunks';

/** Fetches it, also ahead. */
export const loadRuleDialog = () => import('./rule-dialog.tsx');

/** The rule behind a figure, which is fetched when somebody asks for it. */
export const RuleDialog = lazyPart(loadRuleDialog);
