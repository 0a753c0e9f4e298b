// The route of the instance: what it is called, who may register, and its texts.
import { z } from 'zod';
import { defineContract } from '../../http/routing/contract.ts';
import { LOCALES } from '../../kernel/names.ts';
import { REGISTRATION_MODES } from '../../platform/config/instance.ts';

const markdown = z.partialRecord(z.enum(LOCALES), z.string());

export const instanceContract = defineContract({
  instanceRead: {
    id: 'instanceRead',
    method: 'GET',
    path: '/api/v1/instance',
    section: 'Service',
    dialect: 'api',
    cors: 'public',
    summary: 'The name of this instance, who may register, and its texts',
    description:
      'Answers with the last known settings while the database is away. `about`, `rules`, `privacy` and `notice` are Markdown by language; show the language of the reader, else `locale`, else English, else the first. An absent text is `{}`. `demo` is true while nothing but the sample is published. `version` is the version of the software.',
    answers: {
      200: {
        description: 'The instance',
        schema: z.object({
          name: z.string(),
          description: z.string().nullable(),
          locale: z.enum(LOCALES),
          logoUrl: z.string().nullable(),
          contact: z.string().nullable(),
          registration: z.enum(REGISTRATION_MODES),
          about: markdown,
          rules: markdown,
          privacy: markdown,
          notice: markdown,
          version: z.string(),
          demo: z.boolean(),
        }),
      },
      304: { description: 'Not modified' },
    },
    refusals: [],
  },
});
