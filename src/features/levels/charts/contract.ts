// Charts for pages and programs (extensions, part 11).
import { z } from 'zod';
import { defineContract, type Parameter } from '../../../http/routing/contract.ts';
import { late } from '../../../http/routing/declarations.ts';
import { isEntityKey } from '../../../kernel/names.ts';
import { NOT_MODIFIED, releaseRead, serverParameter } from '../../release/serve/contract.ts';
import { isDifficulty } from '../common/formats.ts';
import { chartSchema } from './chart.ts';

const song = late(z.string().refine(isEntityKey).describe('Id of the song'), 'chart_not_found');
const difficulty = late(
  z.string().refine(isDifficulty).describe('Difficulty, as the levels of the song name it'),
  'chart_not_found',
);
const source = {
  schema: z.enum(['provider']).describe('`provider`: a chart of the provider, `{server}` is then a region'),
  refusal: 'invalid_query',
} as const satisfies Parameter;

export const chartContract = defineContract({
  levelChartRead: {
    ...releaseRead,
    section: 'Level server',
    hot: true,
    path: '/api/v1/charts/{server}/{song}/{difficulty}',
    summary: 'The chart of a level, as something to draw',
    description:
      'Read from the level data that players get, so it exists for every level of every kept release. Moments are seconds of the sound, lanes are counted from the left edge. A chart with more than 20,000 notes or more than 10 MB of level data is not found.',
    params: { server: serverParameter, song, difficulty },
    query: { ...releaseRead.query, source },
    answers: { ...NOT_MODIFIED, 200: { description: 'The chart', schema: chartSchema } },
    refusals: ['object_corrupt', 'region_not_found', 'provider_upstream'],
  },
});
