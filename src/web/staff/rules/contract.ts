// Routes of the page of text rules.
import { z } from 'zod';
import { RULES_CHARACTERS } from '../../../features/moderation/rule-settings/contract.ts';
import { defineContract } from '../../../http/routing/contract.ts';
import { formOf, redirects, shown, submits, text } from '../../forms/routes.ts';
import { adminForm, adminPage } from '../common/routes.ts';

/** Rules with the most characters that they may have, percent-encoded, and the text to try. */
const FORM_BYTES = RULES_CHARACTERS * 9 + 200_000;
const typed = formOf(
  z.object({ rules: z.string(), text: z.string(), note: z.string(), version: z.string().regex(/^[1-9]\d{0,8}$/) }),
  FORM_BYTES,
);

export const rulesPages = defineContract({
  adminRulesPage: {
    ...adminPage,
    path: '/admin/rules',
    summary: 'Text rules: the editor, and earlier versions',
    query: { done: text, version: text },
    answers: { ...shown, ...redirects('There is no such version: redirects to the current one') },
  },
  adminRulesForm: {
    ...adminForm,
    path: '/admin/rules',
    summary: 'Stores text rules',
    body: typed,
    answers: submits('Stored; redirects to the page', {
      409: 'somebody else has changed the rules',
      422: 'the rules have mistakes, or are too slow',
    }),
  },
  adminRulesTryForm: {
    ...adminForm,
    path: '/admin/rules/try',
    summary: 'Tries text rules',
    body: typed,
    answers: { ...shown, 422: { ...shown[200], description: 'The page again: the rules are too long or too slow' } },
  },
  adminRulesResetForm: {
    ...adminForm,
    path: '/admin/rules/reset',
    summary: 'Goes back to the rules of the configuration',
    answers: redirects('Done; redirects to the page'),
  },
});
