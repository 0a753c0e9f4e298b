// Routes of the pages of the settings. Each form has what it showed first beside what was typed, so that two people who change
// different settings do not meet.
import { z } from 'zod';
import {
  HOME_PARTS,
  isPlain,
  MENU_PLACES,
  SETTING_NAMES,
  TEXT_NAMES,
} from '../../../features/instance/common/settings.ts';
import { defineContract } from '../../../http/routing/contract.ts';
import { LOCALES } from '../../../kernel/names.ts';
import { REASON_CODES } from '../../../kernel/reason-code.ts';
import { formOf, redirects, submits, text } from '../../forms/routes.ts';
import { adminForm, adminPage } from '../common/routes.ts';

/** Fields of the first form. The logo has a form of its own. */
export const GENERAL = SETTING_NAMES.filter(isPlain).filter((name) => name !== 'logoUrl');
export type GeneralName = (typeof GENERAL)[number];

/** Fields of the form of the look: a sentence in each language, and what stands at each position. */
export const LOOK = [
  'accent',
  ...LOCALES.map((locale) => `hero-${locale}` as const),
  ...MENU_PLACES.map((_, index) => `menu-${index + 1}` as const),
  ...HOME_PARTS.map((_, index) => `home-${index + 1}` as const),
] as const;

/** Each field as it was typed, and as the form showed it first. */
const typedTwice = <K extends string>(names: readonly K[]) =>
  formOf(z.record(z.enum([...names, ...names.map((name) => `was-${name}` as const)]), z.string()));

/** One text with the most characters that it may have, percent-encoded. */
const TEXT_BYTES = 512 * 1024;

const params = { text: { schema: z.enum(TEXT_NAMES), refusal: 'route_not_found' } } as const;
const picture = { schema: z.enum(['favicon', 'hero']), refusal: 'route_not_found' } as const;
const inLanguage = { schema: z.enum(LOCALES), refusal: 'route_not_found' } as const;
/** Any other language is that of the page. */
const language = { schema: z.enum(LOCALES).optional().catch(undefined), refusal: 'invalid_query' } as const;
const changes = (what: string) =>
  submits('Changed; redirects to the page', { 409: 'somebody else changed the same meanwhile', 422: what });

export const settingsPages = defineContract({
  adminSettingsPage: {
    ...adminPage,
    path: '/admin/settings',
    summary: 'Name, description, language, contact, registration, logo and mail of the instance',
    query: { done: text },
  },
  adminSettingsForm: {
    ...adminForm,
    path: '/admin/settings',
    summary: 'Changes what was typed',
    body: typedTwice(GENERAL),
    answers: changes('a field is refused'),
  },
  adminSettingsResetForm: {
    ...adminForm,
    path: '/admin/settings/reset',
    summary: 'Settings follow the environment again, texts their defaults',
    body: formOf(z.partialRecord(z.enum(SETTING_NAMES), z.literal('on'))),
    answers: redirects('Reset; redirects to the page'),
  },
  adminLogoForm: {
    ...adminForm,
    path: '/admin/settings/logo',
    summary: 'Uploads the logo',
    body: { kind: 'raw', mediaTypes: ['multipart/form-data'], description: 'The picture in the field `logo`' },
    answers: submits('Uploaded; redirects to the page', { 422: 'the picture does not fit' }),
    refusals: ['content_type_required'],
  },
  adminLogoRemoveForm: {
    ...adminForm,
    path: '/admin/settings/logo/removal',
    summary: 'Removes the logo',
    answers: redirects('Removed; redirects to the page'),
  },
  adminLookPage: {
    ...adminPage,
    path: '/admin/settings/look',
    summary: 'Accent, sentence, picture, icon, menu and home page, with a preview of an accent',
    query: { done: text, accent: text },
  },
  adminLookForm: {
    ...adminForm,
    path: '/admin/settings/look',
    summary: 'Changes what was typed',
    body: typedTwice(LOOK),
    answers: changes('a field is refused'),
  },
  adminPictureForm: {
    ...adminForm,
    path: '/admin/settings/look/{picture}',
    summary: 'Uploads the icon, or the picture of the home page',
    params: { picture },
    body: { kind: 'raw', mediaTypes: ['multipart/form-data'], description: 'The picture in the field `picture`' },
    answers: submits('Uploaded; redirects to the page', { 422: 'the picture does not fit' }),
    refusals: ['content_type_required'],
  },
  adminPictureRemoveForm: {
    ...adminForm,
    path: '/admin/settings/look/{picture}/removal',
    summary: 'Removes the icon, or the picture of the home page',
    params: { picture },
    answers: redirects('Removed; redirects to the page'),
  },
  adminMailTestForm: {
    ...adminForm,
    path: '/admin/settings/mail-test',
    summary: 'Mails a test to the own address',
    answers: submits('Sent; redirects to the page', { 502: 'the mail server did not accept the mail' }),
  },
  adminTextPage: {
    ...adminPage,
    path: '/admin/settings/texts/{text}',
    summary: 'A text of the instance in one language, with its preview',
    params,
    query: { language, done: text },
  },
  adminTextForm: {
    ...adminForm,
    path: '/admin/settings/texts/{text}/{language}',
    summary: 'Changes a text in one language',
    params: { ...params, language: inLanguage },
    body: formOf(z.object({ text: z.string(), was: z.string() }), TEXT_BYTES),
    answers: changes('the text is too long'),
  },
  adminReasonsPage: {
    ...adminPage,
    path: '/admin/settings/reasons',
    summary: 'What reasons of reports and decisions say, in one language',
    query: { language, done: text },
  },
  adminReasonsForm: {
    ...adminForm,
    path: '/admin/settings/reasons/{language}',
    summary: 'Changes what reasons say in one language',
    params: { language: inLanguage },
    body: typedTwice(REASON_CODES),
    answers: changes('a text is refused'),
  },
  adminEnvironmentPage: {
    ...adminPage,
    path: '/admin/settings/environment',
    summary: 'Variables of the environment, without their secrets',
  },
});
