// Readers of the configuration rows that name an S3-compatible object store. Pure: config.ts reads the environment and
// hands the text in.

/** Where objects live on an S3-compatible server, and who asks. */
export interface S3Config {
  /** Origin and path prefix of the server, without a trailing slash. */
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  /** What all keys begin with, without slashes at its ends; may be empty. */
  readonly prefix: string;
  /** Where the bucket stands in an address: in the path or in the host name. */
  readonly style: 'path' | 'virtual';
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

export type S3Place = Omit<S3Config, 'accessKeyId' | 'secretAccessKey'>;

const EXAMPLE = 's3://bucket/prefix?endpoint=https://s3.example.org&region=eu-1';
const PARAMETERS = ['endpoint', 'region', 'style'];
const DEFAULT_REGION = 'us-east-1';

/** Reads OBJECTS_URL; throws an Error with a sentence. */
export function readObjectsUrl(text: string | undefined): S3Place | undefined {
  if (text === undefined) return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || url.protocol !== 's3:' || url.hash !== '') throw new Error(`must be such as ${EXAMPLE}`);
  if (url.username !== '' || url.password !== '' || url.port !== '') {
    throw new Error('must hold no keys or port: the keys are AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY');
  }
  const bucket = url.hostname;
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket)) throw new Error('must name a bucket after s3://');
  const prefix = url.pathname.replace(/^\/+|\/+$/g, '');
  if (prefix !== '' && !/^[A-Za-z0-9_-][A-Za-z0-9._-]*(\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*$/.test(prefix)) {
    throw new Error('may have a prefix of letters, digits, hyphens, dots, underscores and single slashes');
  }
  for (const name of url.searchParams.keys()) {
    if (!PARAMETERS.includes(name)) throw new Error(`has an unknown parameter; there are ${PARAMETERS.join(', ')}`);
  }
  const region = url.searchParams.get('region') ?? DEFAULT_REGION;
  if (!/^[a-z0-9][a-z0-9-]{0,62}$/.test(region)) throw new Error('must name a region such as eu-central-1');
  const style = url.searchParams.get('style') ?? 'path';
  if (style !== 'path' && style !== 'virtual') throw new Error('may say style=path or style=virtual');
  const endpoint = readEndpoint(url.searchParams.get('endpoint') ?? `https://s3.${region}.amazonaws.com`);
  return { endpoint, region, bucket, prefix, style };
}

function readEndpoint(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isAddress = url?.protocol === 'http:' || url?.protocol === 'https:';
  if (url === undefined || !isAddress || url.search !== '' || url.hash !== '' || url.username !== '') {
    throw new Error('must have an endpoint such as https://s3.example.org');
  }
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
}

/** The store with its keys; half of them is a mistake. */
export function readS3(
  place: S3Place | undefined,
  accessKeyId: string | undefined,
  secretAccessKey: string | undefined,
  report: (mistake: string) => void,
): S3Config | undefined {
  if (place === undefined) return undefined;
  if (accessKeyId === undefined) report('AWS_ACCESS_KEY_ID is missing: OBJECTS_URL is set');
  if (secretAccessKey === undefined) report('AWS_SECRET_ACCESS_KEY is missing: OBJECTS_URL is set');
  return { ...place, accessKeyId: accessKeyId ?? '', secretAccessKey: secretAccessKey ?? '' };
}
