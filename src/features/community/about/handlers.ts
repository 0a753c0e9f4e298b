import { json } from '../../../http/routing/answer.ts';
import type { Handlers } from '../../../http/routing/contract.ts';
import type { CommunityDependencies } from '../common/parts.ts';
import { requireUid } from '../people/names.ts';
import { presentOwn, presentPublic, readAbout, readPublicAbout, writeAbout } from './about.ts';
import type { aboutContract } from './contract.ts';
import { dismissFirstSteps, readFirstSteps } from './first-steps.ts';
import { readLinks, removeLinks } from './links-state.ts';

export function aboutHandlers(dependencies: CommunityDependencies): Handlers<typeof aboutContract> {
  const { database, people } = dependencies;
  const { db } = database;
  return {
    ownAboutRead: async ({ actor }) =>
      json({ about: await presentOwn(dependencies, await readAbout(db, actor.accountId)) }),
    ownAboutWrite: async ({ body, actor }) =>
      json({ about: await presentOwn(dependencies, await writeAbout(dependencies, actor, body)) }),
    userAboutRead: async ({ params, actor }) => {
      const uid = await requireUid(db, params.uid, 'profile_not_found');
      const about = await readPublicAbout(db, actor, uid);
      return json({ about: await presentPublic(dependencies, about) });
    },
    firstStepsRead: async ({ actor }) => json(await readFirstSteps(db, actor)),
    firstStepsDismiss: async ({ body, actor }) => {
      await dismissFirstSteps(db, actor, body.dismissed);
      return json(await readFirstSteps(db, actor));
    },
    userLinksRead: async ({ params }) => {
      const { links, linksStatus: status } = await readLinks(db, people, params.uid);
      return json({ links, status });
    },
    userLinksRemove: async ({ params, body, actor }) => {
      await removeLinks(dependencies, actor, params.uid, body);
      return { status: 204 };
    },
  };
}
