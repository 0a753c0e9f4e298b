// The public routes of the instance: its name, who may register, its texts, its logo, and the texts of reason codes.
import { z } from 'zod';
import { defineContract } from '../../../http/routing/contract.ts';
import { LOCALES } from '../../../kernel/names.ts';
import { REASON_CODES } from '../../../kernel/reason-code.ts';
import { eachText, lookFields, settingsFields } from '../common/settings.ts';

const markdown = z.partialRecord(z.enum(LOCALES), z.string());
const base = { section: 'Service', dialect: 'api', cors: 'public' } as const;

const picture = {
  ...base,
  method: 'GET',
  query: { v: { schema: z.string().max(64), refusal: 'invalid_query', description: 'Beginning of its digest' } },
  refusals: ['picture_not_uploaded'],
} as const;

export const instanceContract = defineContract({
  instanceRead: {
    ...base,
    method: 'GET',
    path: '/api/v1/instance',
    summary: 'The name of this instance, who may register, and its texts',
    description:
      'Answers with the last known settings while the database is away. `about`, `rules`, `privacy` and `notice` are Markdown by language; show the language of the reader, else `locale`, else English, else the first. An absent text is `{}`. `demo` is true while nothing but the sample is published. `version` is the version of the software.',
    answers: {
      200: {
        description: 'The instance',
        schema: z.object({
          ...settingsFields,
          ...eachText(() => markdown),
          ...lookFields,
          version: z.string(),
          demo: z.boolean(),
        }),
      },
      304: { description: 'Not modified' },
    },
  },
  instanceReasons: {
    ...base,
    method: 'GET',
    path: '/api/v1/instance/reasons',
    summary: 'What the reason codes of reports and decisions say, in all languages',
    answers: {
      200: {
        description: 'Language → code → text',
        schema: z.object({ reasons: z.record(z.enum(LOCALES), z.record(z.enum(REASON_CODES), z.string())) }),
      },
      304: { description: 'Not modified' },
    },
  },
  instanceFaviconRead: {
    ...picture,
    path: '/api/v1/instance/favicon',
    summary: 'The uploaded icon',
    description: '`faviconUrl` of the instance names the current one. `v` is not needed.',
    answers: { 200: { description: 'The picture', mediaType: 'image/png' }, 304: { description: 'Not modified' } },
  },
  instanceHeroRead: {
    ...picture,
    path: '/api/v1/instance/hero',
    summary: 'The uploaded picture of the home page',
    description: '`heroUrl` of the instance names the current one. `v` is not needed.',
    answers: { 200: { description: 'The picture', mediaType: 'image/webp' }, 304: { description: 'Not modified' } },
  },
  instanceLogoRead: {
    ...base,
    method: 'GET',
    path: '/api/v1/instance/logo',
    summary: 'The uploaded logo',
    description:
      '`logoUrl` of the instance names the current one. `v` distinguishes it from earlier ones and is not needed.',
    query: { v: { schema: z.string().max(64), refusal: 'invalid_query', description: 'Beginning of its digest' } },
    answers: {
      200: { description: 'The picture', mediaType: 'image/webp' },
      304: { description: 'Not modified' },
    },
    refusals: ['logo_not_found'],
  },
});
