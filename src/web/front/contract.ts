// Routes of the front: the home page, texts of the instance, the reference of the interface.
import { defineContract } from '../../http/routing/contract.ts';

const page = { method: 'GET', section: 'Pages', dialect: 'page', cors: 'none', access: 'viewer' } as const;
const html = { mediaType: 'text/html; charset=utf-8' } as const;

export const frontContract = defineContract({
  homePage: {
    ...page,
    path: '/',
    summary: 'The home page',
    answers: { 200: { description: 'The page', ...html }, 304: { description: 'Not modified' } },
  },
  aboutPage: {
    ...page,
    path: '/about',
    summary: 'What this instance is, in its own words',
    answers: { 200: { description: 'The page', ...html }, 304: { description: 'Not modified' } },
  },
  rulesPage: {
    ...page,
    path: '/rules',
    summary: 'The rules of the instance',
    answers: { 200: { description: 'The page', ...html }, 304: { description: 'Not modified' } },
  },
  docsPage: {
    ...page,
    path: '/docs',
    summary: 'Interactive reference of the interface',
    answers: { 200: { description: 'The page', ...html }, 304: { description: 'Not modified' } },
  },
  privacyPage: {
    ...page,
    path: '/privacy',
    summary: 'Which data the instance keeps',
    answers: { 200: { description: 'The page', ...html }, 304: { description: 'Not modified' } },
  },
});
