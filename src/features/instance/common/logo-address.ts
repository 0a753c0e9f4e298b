// The address of the uploaded logo: a path of this instance that contains the beginning of the logo's digest.
const PATH = '/api/v1/instance/logo';
const NAMED = /^\/api\/v1\/instance\/logo\?v=([0-9a-f]{16})$/;
const NAMED_DIGITS = 16;

export const logoAddress = (sha256: string): string => `${PATH}?v=${sha256.slice(0, NAMED_DIGITS)}`;

/** The beginning of the digest that an address names; undefined for every other picture. */
export const logoDigestOf = (logoUrl: string | null | undefined): string | undefined => NAMED.exec(logoUrl ?? '')?.[1];
