// The handler of charts: chooses the release or the region, and answers with the chart that charts.ts made.
import { answerContent, type Content } from '../../../http/content/bytes.ts';
import type { Handlers } from '../../../http/routing/contract.ts';
import { Refusal } from '../../../kernel/refusal.ts';
import { isRegion } from '../../provider/common/rules.ts';
import { type ReleaseAnswers, withRelease } from '../../release/serve/answers.ts';
import type { Releases } from '../../release/serve/releases.ts';
import type { Charts, MadeChart } from './charts.ts';
import type { chartContract } from './contract.ts';

const MEDIA_TYPE = 'application/json';
const VARY = { Vary: 'Accept-Encoding' } as const;

export function chartHandlers(
  releases: Releases,
  answers: ReleaseAnswers,
  charts: Charts,
): Handlers<typeof chartContract> {
  const requireMade = (made: MadeChart | undefined): Content => {
    if (made === undefined) throw new Refusal('chart_not_found');
    return made.content;
  };
  return {
    levelChartRead: async ({ context, params: { server, song, difficulty }, query: { release: pin, source } }) => {
      if (source === 'provider') {
        if (!isRegion(server)) throw new Refusal('region_not_found');
        const content = requireMade(await charts.readProvider(server, song, difficulty));
        const headers = answers.plainTemplate(MEDIA_TYPE, 'current');
        headers.set('Vary', VARY.Vary);
        return answerContent(context, { ...content, headers });
      }
      return withRelease(releases, answers, server, pin, async ({ release, pinned }) => {
        const content = requireMade(await charts.read(release, song, difficulty));
        return answerContent(context, {
          ...content,
          headers: answers.template(release, MEDIA_TYPE, pinned ? 'pinned' : 'current', VARY),
          isFresh: () => releases.isStanding(release, pinned),
        });
      });
    },
  };
}
