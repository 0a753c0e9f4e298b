// Routes of the front: the home page, texts of the instance.
import { defineContract } from '../../http/routing/contract.ts';
import { cachedPage, ownForm, redirects } from '../forms/routes.ts';

export const frontContract = defineContract({
  homePage: {
    ...cachedPage,
    path: '/',
    summary: 'The home page',
  },
  firstStepsForm: {
    ...ownForm,
    path: '/first-steps',
    summary: 'Puts the first steps of a new account away',
    answers: redirects('Put away; redirects to the home page'),
  },
  aboutPage: {
    ...cachedPage,
    path: '/about',
    summary: 'What this instance is, in its own words',
  },
  rulesPage: {
    ...cachedPage,
    path: '/rules',
    summary: 'The rules of the instance',
  },
  privacyPage: {
    ...cachedPage,
    path: '/privacy',
    summary: 'Which data the instance keeps',
  },
});
