// Routes for administrators who choose the current release of a server: list, promote, roll back, retire.
import { z } from 'zod';
import { defineContract } from '../../../http/routing/contract.ts';
import { milliseconds, ok, releasesRoute } from '../../../http/routing/declarations.ts';
import { isReleaseId } from '../../../kernel/names.ts';
import { serverParameter } from '../../release/serve/contract.ts';
import { LEASE_KINDS } from '../../release/store/lease.ts';
import { body } from '../common/shapes.ts';

const server = serverParameter;
const releaseId = z.string().max(64).refine(isReleaseId);
const from = releaseId.describe('The release that the administrator saw as the current one');

const serverView = z
  .object({
    id: z.string(),
    displayName: z.string(),
    region: z.string(),
    status: z
      .enum(['active', 'retired', 'staged', 'damaged'])
      .describe('`staged`: releases are stored and none was ever promoted. `damaged`: the pointer cannot be read'),
    current: z.string().nullable(),
    previous: z.string().nullable().describe('The release that a rollback leads to'),
    releases: z
      .array(
        z.object({
          releaseId: z.string(),
          sourceId: z.string().nullable(),
          publishedAt: milliseconds.nullable(),
          entries: z.int().nullable(),
          bytes: z.int().nullable(),
        }),
      )
      .describe('Stored ones, newest first; numbers are null where a release is damaged'),
    history: z
      .array(
        z.object({
          kind: z.enum(['promote', 'rollback', 'retire']),
          releaseId: z.string(),
          at: milliseconds,
          by: z
            .object({
              uid: z.int(),
              displayName: z.string(),
              token: z
                .object({ id: z.string(), name: z.string().nullable().describe('Null once it is revoked') })
                .nullable()
                .describe('The API token of the program that did it'),
            })
            .nullable()
            .describe('Null where a command did it, or a version that did not record it'),
        }),
      )
      .describe('What became current when, newest first, at most 50'),
    running: z
      .array(z.object({ kind: z.enum(LEASE_KINDS), startedAt: milliseconds.nullable(), liveUntil: milliseconds }))
      .describe('Publications, collections and preparations for queries that hold a lease now'),
  })
  .meta({ id: 'AdministeredServer' });
const moved = ok('What is current now', {
  server: z.string(),
  releaseId: z.string(),
  status: z.enum(['active', 'retired']),
  previous: z.string().nullable(),
  changed: z.boolean(),
});
const AUDITED = 'Recorded in the audit trail before it is done. Readers see it within two seconds.';

export const releasesAdministration = defineContract({
  adminServerList: {
    ...releasesRoute,
    method: 'GET',
    path: '/api/v1/admin/servers',
    summary: 'Servers with their releases, their history, and what runs now',
    description:
      'Includes releases that were never promoted, and retired servers. A token lists the servers that it names.',
    answers: ok('All servers', { servers: z.array(serverView) }),
    refusals: ['storage_unavailable'],
  },
  adminReleasePromote: {
    ...releasesRoute,
    method: 'POST',
    servedInMaintenance: true,
    path: '/api/v1/admin/servers/{server}/promote',
    summary: 'Make a stored release the current one',
    description: `Brings a retired server back. ${AUDITED} \`from\` is null where the server has no current release.`,
    params: { server },
    body: body(z.object({ from: from.nullable(), to: releaseId })),
    answers: moved,
    refusals: [
      'server_not_in_scope',
      'current_release_changed',
      'release_unusable',
      'collection_running',
      'storage_unavailable',
      'release_not_found',
    ],
  },
  adminReleaseRollback: {
    ...releasesRoute,
    method: 'POST',
    servedInMaintenance: true,
    path: '/api/v1/admin/servers/{server}/rollback',
    summary: 'Go back to the release before the current one',
    description: `${AUDITED} With \`to\`, only if that is where the rollback leads.`,
    params: { server },
    body: body(z.object({ from, to: releaseId.optional() })),
    answers: moved,
    refusals: [
      'server_not_in_scope',
      'current_release_changed',
      'release_unusable',
      'collection_running',
      'storage_unavailable',
      'nothing_to_roll_back',
    ],
  },
  adminReleaseDelete: {
    ...releasesRoute,
    access: 'administrator-releases-confirmed',
    method: 'DELETE',
    path: '/api/v1/admin/servers/{server}/releases/{releaseId}',
    summary: 'Delete a release for good',
    description:
      'Neither the current one, nor one of a server that is being published to. Requests that pin it are 404 within two seconds. ' +
      'What only this release needed is removed in the background. Recorded in the audit trail.',
    params: { server, releaseId: { schema: releaseId, refusal: 'release_not_found' } },
    answers: { 204: { description: 'Deleted' } },
    refusals: ['server_not_in_scope', 'release_in_use', 'release_unusable', 'storage_unavailable'],
  },
  adminServerRetire: {
    ...releasesRoute,
    method: 'POST',
    servedInMaintenance: true,
    path: '/api/v1/admin/servers/{server}/retire',
    summary: 'Remove a server from the registry',
    description: `Its releases stay; promoting or publishing one brings it back. ${AUDITED}`,
    params: { server },
    body: { ...body(z.object({ from: from.optional() })), optional: true },
    answers: moved,
    refusals: ['server_not_in_scope', 'current_release_changed', 'release_unusable', 'storage_unavailable'],
  },
});
