// Routes of the front: the home page, texts of the instance, the reference of the interface.
import { defineContract } from '../../http/routing/contract.ts';
import { keptPage } from '../forms/routes.ts';

export const frontContract = defineContract({
  homePage: {
    ...keptPage,
    path: '/',
    summary: 'The home page',
  },
  aboutPage: {
    ...keptPage,
    path: '/about',
    summary: 'What this instance is, in its own words',
  },
  rulesPage: {
    ...keptPage,
    path: '/rules',
    summary: 'The rules of the instance',
  },
  docsPage: {
    ...keptPage,
    path: '/docs',
    summary: 'Interactive reference of the interface',
  },
  privacyPage: {
    ...keptPage,
    path: '/privacy',
    summary: 'Which data the instance keeps',
  },
});
