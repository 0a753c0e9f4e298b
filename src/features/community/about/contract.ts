// Routes of what a person shows on their page in addition to name and text: banner, favourite entity, links; and the first
// steps of a new account.

import { z } from 'zod';
import { defineContract } from '../../../http/routing/contract.ts';
import { ok } from '../../../http/routing/declarations.ts';
import {
  base,
  message,
  body as moderationBody,
  note,
  reasonCode,
  uidParameter,
} from '../../moderation/common/shapes.ts';
import { VERDICTS } from '../../moderation/common/vocabulary.ts';
import { body, personParameter, users, version } from '../common/shapes.ts';
import { subjectName } from '../common/subject.ts';
import { LINKS_MAX, newLink, ownAbout, profileLink, publicAbout, STEPS } from './shapes.ts';

const firstSteps = z
  .object({
    active: z
      .boolean()
      .describe('Whether they are shown: the account is new, a step is left, and nobody put them away'),
    steps: z.array(z.object({ name: z.enum(STEPS), done: z.boolean() })),
    dismissed: z.boolean(),
  })
  .meta({ id: 'FirstSteps' });

export const aboutContract = defineContract({
  ownAboutRead: {
    ...users,
    method: 'GET',
    path: '/api/v1/me/about',
    summary: 'Banner, favourite entity and links of your page',
    access: 'session',
    answers: ok('What your page shows', { about: ownAbout }),
  },
  ownAboutWrite: {
    ...users,
    method: 'PUT',
    path: '/api/v1/me/about',
    summary: 'Choose banner, favourite entity and links of your page',
    description:
      'The banner is the art of an entity. The current release must have an entity that is newly chosen, and of a banner its ' +
      'picture. Text rules read labels and addresses of links; `linksStatus` says whether others see them.',
    access: 'profile',
    limit: 'preference',
    body: body(
      z.object({
        banner: subjectName.nullable(),
        favourite: subjectName.nullable(),
        links: z.array(newLink).max(LINKS_MAX),
        version,
      }),
      'invalid_body',
      {
        banner: 'invalid_banner',
        favourite: 'invalid_favourite',
        links: 'invalid_links',
        version: 'invalid_version',
      },
    ),
    answers: ok('What your page shows now', { about: ownAbout }),
    refusals: ['version_conflict'],
  },
  userAboutRead: {
    ...users,
    method: 'GET',
    path: '/api/v1/community/users/{uid}/about',
    summary: 'Banner, favourite entity and links of a person',
    description: 'Across a block, in either direction, there are none. Links are left out until they are allowed.',
    access: 'viewer',
    params: { uid: personParameter },
    answers: ok('What the page of the person shows', { about: publicAbout }),
    refusals: ['profile_not_found'],
    readsDatabase: true,
  },
  firstStepsRead: {
    ...users,
    method: 'GET',
    path: '/api/v1/me/first-steps',
    summary: 'What a new account may do first, and what of it is done',
    description:
      '`profile`: a name or picture of your own. `favourite`: a favourite entity, or an entity on a list. `follow`: somebody ' +
      'you follow. `post`: a post of yours.',
    access: 'session',
    answers: ok('The steps', firstSteps),
  },
  firstStepsDismiss: {
    ...users,
    method: 'PUT',
    path: '/api/v1/me/first-steps',
    summary: 'Put the first steps away, or show them again',
    access: 'preferences',
    limit: 'preference',
    body: body(z.object({ dismissed: z.boolean() }), 'invalid_body'),
    answers: ok('The steps', firstSteps),
  },
  userLinksRead: {
    ...base,
    method: 'GET',
    path: '/api/v1/moderation/users/{uid}/links',
    summary: 'Links of a person with their verdict',
    params: { uid: uidParameter('user_not_found') },
    answers: ok('The links', { links: z.array(profileLink), status: z.enum(VERDICTS) }),
  },
  userLinksRemove: {
    ...base,
    method: 'DELETE',
    path: '/api/v1/moderation/users/{uid}/links',
    summary: 'Take the links of a person from their page',
    description: 'A decision that the person can appeal. They keep the links for themselves and can change them.',
    params: { uid: uidParameter('user_not_found') },
    body: moderationBody(z.object({ reasonCode, message, note }), 'invalid_state_change'),
    answers: { 204: { description: 'Done' } },
    refusals: ['forbidden', 'links_not_found'],
  },
});
