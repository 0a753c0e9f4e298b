// Routes of the first run. Once there is an administrator, they are 404.
import { z } from 'zod';
import { defineContract } from '../../../http/routing/contract.ts';
import { LOCALES } from '../../../kernel/names.ts';
import { REGISTRATION_MODES } from '../../../platform/config/instance.ts';
import { again, box, fields, form, page, shown, submits, text } from '../../forms/routes.ts';

export const setupPages = defineContract({
  setupPage: {
    ...page,
    path: '/setup',
    summary: 'The form that makes the first administrator',
    limit: 'sign-in-address',
    query: { code: text },
    answers: { ...shown, 403: again('the code is wrong') },
    refusals: ['route_not_found'],
  },
  setupForm: {
    ...form,
    path: '/setup',
    summary: 'Makes the first administrator, names the instance, and signs in',
    limit: 'sign-in',
    body: fields({
      code: z.string().trim(),
      email: z.string(),
      password: z.string(),
      name: z.string(),
      locale: z.enum(LOCALES),
      registration: z.enum(REGISTRATION_MODES),
      retireSample: box,
    }),
    answers: submits('Done; redirects to the administration', {
      403: 'the code is wrong',
      409: 'an account with this address exists',
      422: 'a field is refused',
    }),
    refusals: ['route_not_found'],
  },
});
