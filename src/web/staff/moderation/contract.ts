// Routes of the pages of moderation, for moderators and administrators. The desk decides by the interface; everything else is
// a form that works without script.
import { z } from 'zod';
import { defineContract } from '../../../http/routing/contract.ts';
import {
  again,
  fields,
  form,
  formOf,
  id,
  listed,
  uid as number,
  page,
  shown,
  submits,
  text,
} from '../../forms/routes.ts';

const staffPage = { ...page, access: 'staff' } as const;
const staffForm = { ...form, access: 'staff' } as const;
const uid = { schema: number, refusal: 'user_not_found' } as const;

export const moderationPages = defineContract({
  moderationPage: {
    ...staffPage,
    path: '/moderation',
    summary: 'What waits for moderators, and the desk that decides it',
  },
  moderationCasePage: {
    ...staffPage,
    path: '/moderation/cases/{id}',
    summary: 'One case with all that belongs to it',
    params: { id: id('case_not_found') },
  },
  moderationReportsPage: {
    ...staffPage,
    path: '/moderation/reports',
    summary: 'Reports by state',
    query: { status: text, cursor: text, select: text, done: text },
    answers: listed,
  },
  moderationReportsForm: {
    ...staffForm,
    path: '/moderation/reports',
    summary: 'Decides the chosen reports',
    body: formOf(
      // Each chosen report is a box in addition, `report.{id}`, with the version that the reader saw.
      z.looseObject({ verdict: z.enum(['hide', 'keep']), reasonCode: z.string(), message: z.string() }),
    ),
    answers: submits('Decided; redirects to the page', {
      409: 'some were not decided: they were changed meanwhile, or somebody else decides them',
      422: 'nothing is chosen, the reason is missing or the message is too long',
    }),
  },
  moderationReportPage: {
    ...staffPage,
    path: '/moderation/reports/{id}',
    summary: 'What was reported, with all reports on it',
    params: { id: id('report_not_found') },
  },
  moderationAppealsPage: {
    ...staffPage,
    path: '/moderation/appeals',
    summary: 'Appeals by state',
    query: { status: text, cursor: text, done: text },
    answers: listed,
  },
  moderationAppealForm: {
    ...staffForm,
    path: '/moderation/appeals/{id}',
    summary: 'Decides an appeal',
    params: { id: id('appeal_not_found') },
    body: fields({
      verdict: z.enum(['granted', 'denied']),
      message: z.string(),
      note: z.string(),
      version: z.coerce.number().int(),
    }),
    answers: submits('Decided; redirects to the page', {
      403: 'somebody else decides it',
      409: 'it was decided meanwhile',
      422: 'a text is too long',
    }),
  },
  moderationPeoplePage: {
    ...staffPage,
    path: '/moderation/people',
    summary: 'People with their restrictions',
    query: { q: text, cursor: text },
    answers: listed,
  },
  moderationPersonPage: {
    ...staffPage,
    path: '/moderation/people/{uid}',
    summary: 'One person: decisions, restrictions, notes',
    params: { uid },
    query: { done: text },
  },
  moderationRestrictForm: {
    ...staffForm,
    path: '/moderation/people/{uid}/restrictions',
    summary: 'Restricts a person',
    params: { uid },
    body: fields({
      kind: z.enum(['write', 'upload', 'sign_in']),
      reasonCode: z.string(),
      days: z.enum(['1', '7', '30', '365', '']),
      message: z.string(),
      note: z.string(),
    }),
    answers: submits('Restricted; redirects to the page', {
      403: 'the reader may not do this',
      409: 'there is a restriction of this kind, or it is oneself',
      422: 'a field is refused',
    }),
  },
  moderationLiftForm: {
    ...staffForm,
    path: '/moderation/people/{uid}/restrictions/{id}/end',
    summary: 'Ends a restriction',
    params: { uid, id: id('restriction_not_found') },
    answers: submits('Ended; redirects to the page', {
      403: 'the reader may not do this',
      409: 'it has ended already',
    }),
  },
  moderationLinksForm: {
    ...staffForm,
    path: '/moderation/people/{uid}/links',
    summary: 'Takes the links of a person from their page',
    params: { uid },
    body: fields({ reasonCode: z.string(), message: z.string() }),
    answers: submits('Taken away; redirects to the page', {
      403: 'the reader may not do this',
      404: 'there are none',
      422: 'the reason is missing or the message is too long',
    }),
  },
  moderationContentPage: {
    ...staffPage,
    path: '/moderation/people/{uid}/content',
    summary: 'What a person wrote, and the form that hides it',
    params: { uid },
    query: { state: text, cursor: text, done: text },
    answers: listed,
  },
  moderationRemovalForm: {
    ...staffForm,
    path: '/moderation/people/{uid}/removals',
    summary: 'Hides what a person wrote',
    params: { uid },
    body: fields({
      scope: z.enum(['day', 'week', 'all']),
      reasonCode: z.string(),
      message: z.string(),
      restriction: z.enum(['', 'write', 'upload', 'sign_in']),
    }),
    answers: submits('It has begun; redirects to the page', {
      403: 'the reader may not do this',
      409: 'another act is in progress, or there is a restriction of this kind',
      422: 'a field is refused',
    }),
  },
  moderationUndoForm: {
    ...staffForm,
    path: '/moderation/people/{uid}/removals/{id}/undo',
    summary: 'Undoes an act that hid what a person wrote',
    params: { uid, id: id('removal_not_found') },
    answers: submits('It is undone; redirects to the page', {
      403: 'the reader may not do this',
      409: 'it is too late, or still in progress',
    }),
  },
  moderationNoteForm: {
    ...staffForm,
    path: '/moderation/people/{uid}/notes',
    summary: 'Notes something about a person, for staff',
    params: { uid },
    body: fields({ body: z.string() }),
    answers: submits('Noted; redirects to the page', { 409: 'it is oneself', 422: 'the text is missing or too long' }),
  },
  moderationDecisionsPage: {
    ...staffPage,
    path: '/moderation/decisions',
    summary: 'What the reader has decided',
    query: { cursor: text },
    answers: listed,
  },
  moderationAuditPage: {
    ...staffPage,
    path: '/moderation/audit',
    summary: 'The audit trail, by filter',
    query: { subjectKind: text, subjectId: text, action: text, actorUid: text, cursor: text },
    answers: listed,
  },
  moderationFiguresPage: {
    ...staffPage,
    path: '/moderation/figures',
    summary: 'The community and moderation in figures',
    query: { days: text, timeZone: text },
    answers: { ...shown, 422: again('there is no such time zone') },
  },
});
