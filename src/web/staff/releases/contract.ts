// Routes of the pages about releases. Each change has a page of its own that says from what, to what, and what readers will
// see; its form redirects back to the list, or shows the page again.
import { z } from 'zod';
import { defineContract } from '../../../http/routing/contract.ts';
import { fields, submits, text } from '../../forms/routes.ts';
import { adminForm, adminPage } from '../common/routes.ts';

export const RELEASE_MOVES = ['promote', 'rollback', 'retire', 'delete'] as const;
export type ReleaseMove = (typeof RELEASE_MOVES)[number];

const server = { schema: z.string().regex(/^[a-z0-9-]{1,32}$/), refusal: 'server_not_found' } as const;
const move = { schema: z.enum(RELEASE_MOVES), refusal: 'route_not_found' } as const;

export const releasesPages = defineContract({
  adminReleasesPage: {
    ...adminPage,
    path: '/admin/releases',
    summary: 'Servers with their releases, and what became current when',
    query: { done: text, server: text },
    refusals: ['storage_unavailable'],
  },
  adminReleaseMovePage: {
    ...adminPage,
    path: '/admin/releases/{server}/{move}',
    summary: 'What a promotion, a rollback, a retirement or a deletion changes, before it is done',
    params: { server, move },
    query: { to: text },
    refusals: ['release_not_found', 'nothing_to_roll_back'],
  },
  adminReleaseMoveForm: {
    ...adminForm,
    servedInMaintenance: true,
    path: '/admin/releases/{server}/{move}',
    summary: 'Promotes, rolls back, retires or deletes',
    params: { server, move },
    body: fields({ from: z.string(), to: z.string() }),
    answers: submits('Done; redirects to the list', {
      409: 'another release is current now, the release is damaged or in use, or old releases are being removed',
    }),
    refusals: ['release_not_found', 'nothing_to_roll_back'],
  },
});
