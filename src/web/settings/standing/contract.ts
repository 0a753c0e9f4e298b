// Routes of how the account stands, and of the form that appeals.
import { z } from 'zod';
import { defineContract } from '../../../http/routing/contract.ts';
import { again, fields, form, page, shown, text } from '../../forms/routes.ts';

const target = {
  case: { ...text, description: 'Id of the case' },
  restriction: { ...text, description: 'Id of the restriction' },
} as const;

export const standingPages = defineContract({
  standingPage: {
    ...page,
    path: '/settings/standing',
    summary: 'Restrictions, decisions on the own content, and appeals',
    query: { done: text, restrictions: text, decisions: text },
    answers: { ...shown, 303: { description: 'A cursor is of another list: leads to the first page' } },
    refusals: ['authentication_required'],
  },
  appealPage: {
    ...page,
    path: '/settings/standing/appeal',
    summary: 'The form that appeals against a decision or a restriction',
    query: target,
    answers: shown,
    refusals: ['authentication_required', 'case_not_found'],
  },
  appealForm: {
    ...form,
    path: '/settings/standing/appeal',
    summary: 'Appeals against a decision or a restriction',
    query: target,
    body: fields({ message: z.string() }),
    answers: {
      303: { description: 'Filed; leads to the standing' },
      409: again('there is an appeal already, or it is too late'),
      422: again('the text is empty or too long'),
    },
    refusals: ['authentication_required', 'case_not_found'],
  },
});
