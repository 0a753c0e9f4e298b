// The route that says whether everything this installation uses works.
import { z } from 'zod';
import { defineContract } from '../../../http/routing/contract.ts';
import { administratorRoute, milliseconds, ok } from '../../../http/routing/declarations.ts';

const CHECK_STATES = ['ok', 'folder', 'running', 'warn', 'fail'] as const;

export const healthAdministration = defineContract({
  adminHealthRead: {
    ...administratorRoute,
    method: 'GET',
    path: '/api/v1/admin/health',
    summary: 'Check the configuration and every engine by a real round trip',
    description:
      'The checks of `livehouse doctor`, in the process that answers, with the state of the engines as that process sees it. Takes seconds where an engine is away. Results are kept for ten seconds. Hosts and variables are named, secrets never.',
    answers: ok('What was found', {
      checkedAt: milliseconds,
      checks: z.array(
        z.object({
          name: z.string(),
          state: z
            .enum(CHECK_STATES)
            .describe(
              '`warn`: an optional part does not work, or could be better. `folder`: mail goes to a folder, because no mail server is set. `running`: the check had not ended, and says neither',
            ),
          detail: z.string().describe('One sentence, in English'),
        }),
      ),
      engines: z
        .array(z.object({ name: z.enum(['objects', 'database', 'jobs']), isAvailable: z.boolean() }))
        .describe('As `/readyz` has them'),
    }),
  },
});
