// Parsers for the configuration of an S3-compatible object store. Pure: config.ts reads the environment and passes the
// text in.
import { z } from 'zod';
import { address, plainAddress, reader } from './values.ts';

/** An S3-compatible object store and its access key. */
export interface S3Config {
  /** Origin and path prefix of the server, without trailing slash. */
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  /** Prefix of all keys, without leading or trailing slash; may be empty. */
  readonly prefix: string;
  /** Whether the bucket is part of the URL path or of the host name. */
  readonly style: 'path' | 'virtual';
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

export type S3Location = Omit<S3Config, 'accessKeyId' | 'secretAccessKey'>;

const EXAMPLE = 's3://bucket/prefix?endpoint=https://s3.example.org&region=eu-1';
const PARAMETERS = ['endpoint', 'region', 'style'];
const DEFAULT_REGION = 'us-east-1';

const isStyle = (text: string): text is S3Location['style'] => text === 'path' || text === 'virtual';

const locationSchema = z.object({
  bucket: z.string().regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must name a bucket after s3://'),
  prefix: z
    .string()
    .regex(
      /^(?:[A-Za-z0-9_-][A-Za-z0-9._-]*(?:\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*)?$/,
      'may have a prefix of letters, digits, hyphens, dots, underscores and single slashes',
    ),
  region: z.string().regex(/^[a-z0-9][a-z0-9-]{0,62}$/, 'must name a region such as eu-central-1'),
  style: z.string().refine(isStyle, 'may say style=path or style=virtual'),
  endpoint: plainAddress('must have an endpoint such as https://s3.example.org'),
});

/** Parses OBJECTS_URL. Throws an Error with a readable message. */
export const readObjectsUrl = reader(
  address(/^s3$/, `must be such as ${EXAMPLE}`)
    .refine(({ hash }) => hash === '', `must be such as ${EXAMPLE}`)
    .refine(
      ({ username, password, port }) => username === '' && password === '' && port === '',
      'must not contain keys or a port: the keys are AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY',
    )
    .refine(
      ({ searchParams }) => [...searchParams.keys()].every((name) => PARAMETERS.includes(name)),
      `has an unknown parameter; there are ${PARAMETERS.join(', ')}`,
    )
    .transform(({ hostname, pathname, searchParams }) => {
      const region = searchParams.get('region') ?? DEFAULT_REGION;
      return {
        bucket: hostname,
        prefix: pathname.replace(/^\/+|\/+$/g, ''),
        region,
        style: searchParams.get('style') ?? 'path',
        endpoint: searchParams.get('endpoint') ?? `https://s3.${region}.amazonaws.com`,
      };
    })
    .pipe(locationSchema)
    .optional(),
);

/** The store with its access key, whose two variables are both required. */
export function readS3(
  place: S3Location | undefined,
  accessKeyId: string | undefined,
  secretAccessKey: string | undefined,
  report: (mistake: string) => void,
): S3Config | undefined {
  if (place === undefined) return undefined;
  if (accessKeyId === undefined) report('AWS_ACCESS_KEY_ID is missing: OBJECTS_URL is set');
  if (secretAccessKey === undefined) report('AWS_SECRET_ACCESS_KEY is missing: OBJECTS_URL is set');
  return { ...place, accessKeyId: accessKeyId ?? '', secretAccessKey: secretAccessKey ?? '' };
}
