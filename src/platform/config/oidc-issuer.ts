// Address of an OpenID Connect provider.
import { z } from 'zod';
import { HTTP, reader } from './values.ts';

const OIDC_ISSUER_ERROR = 'must be the issuer address of an OpenID Connect provider, such as https://id.example.org';

export const readOidcIssuer = reader(
  z
    .url({ protocol: HTTP, error: OIDC_ISSUER_ERROR, abort: true })
    .refine((text) => new URL(text).search === '' && new URL(text).hash === '', OIDC_ISSUER_ERROR)
    .transform((text) => text.replace(/\/+$/, ''))
    .optional(),
);
