// Routes of the front: the home page, texts of the instance, the reference of the interface.
import { defineContract } from '../../http/routing/contract.ts';
import { page, shownOrSame } from '../forms/routes.ts';

export const frontContract = defineContract({
  homePage: {
    ...page,
    path: '/',
    summary: 'The home page',
    answers: shownOrSame,
  },
  aboutPage: {
    ...page,
    path: '/about',
    summary: 'What this instance is, in its own words',
    answers: shownOrSame,
  },
  rulesPage: {
    ...page,
    path: '/rules',
    summary: 'The rules of the instance',
    answers: shownOrSame,
  },
  docsPage: {
    ...page,
    path: '/docs',
    summary: 'Interactive reference of the interface',
    answers: shownOrSame,
  },
  privacyPage: {
    ...page,
    path: '/privacy',
    summary: 'Which data the instance keeps',
    answers: shownOrSame,
  },
});
