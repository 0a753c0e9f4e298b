// Routes of the page of who may not register.
import { z } from 'zod';
import { defineContract } from '../../../http/routing/contract.ts';
import { box, formOf, submits, text } from '../../forms/routes.ts';
import { adminForm, adminPage } from '../common/routes.ts';

const FORM_BYTES = 2 * 1024 * 1024;

export const doorsPages = defineContract({
  adminDoorsPage: {
    ...adminPage,
    path: '/admin/doors',
    summary: 'Mail domains and networks that may not register',
    query: { done: text },
  },
  adminDoorsForm: {
    ...adminForm,
    path: '/admin/doors',
    summary: 'Changes who may not register',
    body: formOf(
      z.object({
        mailDomains: z.string(),
        networks: z.string(),
        note: z.string(),
        evenOwn: box,
        version: z.string().regex(/^[1-9]\d{0,8}$/),
      }),
      FORM_BYTES,
    ),
    answers: submits('Changed; redirects to the page', {
      409: 'somebody else has changed it, or it would block the own address',
      422: 'a pattern is refused',
    }),
  },
});
