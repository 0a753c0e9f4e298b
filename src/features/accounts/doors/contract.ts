import { z } from 'zod';
import { defineContract } from '../../../http/routing/contract.ts';
import { administratorRoute, jsonBody, ok } from '../../../http/routing/declarations.ts';
import { VERSION_MAX } from '../../../kernel/names.ts';
import { readMailDomain, readNetwork } from './patterns.ts';

/** Patterns of each kind. */
const PATTERNS_MAX = 2_000;
const PATTERN_CHARACTERS = 300;
const BODY_BYTES = 2 * 1024 * 1024;

/** A list of patterns in their written form, each once. */
const patterns = (read: (text: string) => string | undefined) =>
  z
    .array(
      z
        .string()
        .max(PATTERN_CHARACTERS)
        .transform((text, context) => {
          const written = read(text);
          if (written === undefined) context.addIssue({ code: 'custom', message: 'is no such pattern' });
          return written ?? '';
        }),
    )
    .max(PATTERNS_MAX)
    .transform((list) => [...new Set(list)].sort());

const version = z.int().min(1).max(VERSION_MAX);
const doorsView = z
  .object({
    mailDomains: z.array(z.string()).describe('`spam.example`: this domain; `*.spam.example`: all names below it'),
    networks: z.array(z.string()).describe('CIDR; of IPv6 at most /64, by which clients count'),
    version: version.describe('Changes with every change'),
  })
  .meta({ id: 'RegistrationDoors' });

export const doorsContract = defineContract({
  adminDoorsRead: {
    ...administratorRoute,
    method: 'GET',
    path: '/api/v1/admin/doors',
    summary: 'Mail domains and networks that may not register',
    answers: ok('The doors', doorsView),
  },
  adminDoorsWrite: {
    ...administratorRoute,
    method: 'PUT',
    path: '/api/v1/admin/doors',
    summary: 'Block mail domains and networks from registering',
    description:
      'Whoever registers from there gets 403 `registration_closed`, whether or not the address has an account. Accounts that ' +
      'exist are not concerned. What covers the address of the administrator who asks, or the network, needs `evenOwn`.',
    body: {
      ...jsonBody(
        z.object({
          mailDomains: patterns(readMailDomain),
          networks: patterns(readNetwork),
          version,
          evenOwn: z.boolean().optional(),
          note: z.string().trim().max(2_000).optional().describe('Why, for the audit trail'),
        }),
        BODY_BYTES,
        'invalid_body',
      ),
      fields: { mailDomains: 'invalid_mail_domain', networks: 'invalid_network' },
    },
    answers: ok('The doors after it', doorsView),
    refusals: ['own_address_blocked', 'version_conflict'],
  },
});
