// Routes of how the account stands, and of the form that appeals.
import { z } from 'zod';
import { defineContract } from '../../../http/routing/contract.ts';
import { fields, listed, ownForm, ownPage, submits, text } from '../../forms/routes.ts';

const target = {
  case: { ...text, description: 'Id of the case' },
  restriction: { ...text, description: 'Id of the restriction' },
} as const;

export const standingPages = defineContract({
  standingPage: {
    ...ownPage,
    path: '/settings/standing',
    summary: 'Restrictions, decisions on the own content, and appeals',
    query: { done: text, restrictions: text, decisions: text },
    answers: listed,
  },
  appealPage: {
    ...ownPage,
    path: '/settings/standing/appeal',
    summary: 'The form that appeals against a decision or a restriction',
    query: target,
    refusals: ['case_not_found'],
  },
  appealForm: {
    ...ownForm,
    path: '/settings/standing/appeal',
    summary: 'Appeals against a decision or a restriction',
    query: target,
    body: fields({ message: z.string() }),
    answers: submits('Filed; redirects to the standing', {
      409: 'there is an appeal already, or it is too late',
      422: 'the text is empty or too long',
    }),
    refusals: ['case_not_found'],
  },
});
