// Routes of the own page: banner, favourite entity and links.
import { z } from 'zod';
import { defineContract } from '../../../http/routing/contract.ts';
import { fields, ownForm, redirects, submits } from '../../forms/routes.ts';

export const aboutPages = defineContract({
  aboutForm: {
    ...ownForm,
    path: '/settings/profile/about',
    summary: 'Changes banner, favourite entity and links of the own page',
    body: fields({
      banner: z.string(),
      favourite: z.string(),
      label1: z.string().optional(),
      url1: z.string().optional(),
      label2: z.string().optional(),
      url2: z.string().optional(),
      label3: z.string().optional(),
      url3: z.string().optional(),
      label4: z.string().optional(),
      url4: z.string().optional(),
      label5: z.string().optional(),
      url5: z.string().optional(),
      version: z.coerce.number().int(),
    }),
    answers: submits('Changed; redirects to the page', {
      409: 'it was changed elsewhere',
      422: 'a field is refused',
    }),
  },
  entityChoiceForm: {
    ...ownForm,
    path: '/settings/profile/entity',
    summary: 'Makes an entity the banner or favourite of the own page, or ends that',
    body: fields({
      server: z.string(),
      resource: z.string(),
      id: z.string(),
      part: z.enum(['banner', 'favourite']),
      active: z.enum(['true', 'false']),
      then: z.string().max(4096),
    }),
    answers: redirects('Chosen; redirects back'),
    refusals: ['invalid_banner', 'invalid_favourite', 'version_conflict'],
  },
});
