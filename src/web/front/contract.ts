// Routes of the front: the home page, texts of the instance, the reference of the interface.
import { defineContract } from '../../http/routing/contract.ts';
import { cachedPage } from '../forms/routes.ts';

export const frontContract = defineContract({
  homePage: {
    ...cachedPage,
    path: '/',
    summary: 'The home page',
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
  docsPage: {
    ...cachedPage,
    path: '/docs',
    summary: 'Interactive reference of the interface',
  },
  privacyPage: {
    ...cachedPage,
    path: '/privacy',
    summary: 'Which data the instance keeps',
  },
});
