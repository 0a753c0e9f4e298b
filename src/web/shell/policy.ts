// Headers of every page: what it may load and do.

const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self' blob: data:",
  "media-src 'self' blob:",
  "connect-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "manifest-src 'self'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

/** Origin of Turnstile's script and frame. */
const TURNSTILE = 'https://challenges.cloudflare.com';

/** Of the one page with Turnstile, whose script knows no Trusted Types. */
const TURNSTILE_POLICY = [
  ...PAGE_POLICY.split('; ').filter((rule) => !/^(?:script-src|require-trusted-types-for|trusted-types)\b/.test(rule)),
  `script-src 'self' ${TURNSTILE}`,
  `frame-src ${TURNSTILE}`,
].join('; ');

/** Headers of the page with Turnstile, in place of those of every page. */
export const turnstileHeaders = (): Readonly<Record<string, string>> => ({
  'Content-Security-Policy': TURNSTILE_POLICY,
});

/** For ourselves; every other feature that a browser knows by default is off. */
const OWN_FEATURES = [
  'autoplay',
  'fullscreen',
  'clipboard-write',
  'picture-in-picture',
  'screen-wake-lock',
  'publickey-credentials-get',
  'publickey-credentials-create',
];
const CLOSED_FEATURES = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'hid',
  'idle-detection',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'serial',
  'usb',
  'xr-spatial-tracking',
];
const PERMISSIONS = [
  ...OWN_FEATURES.map((name) => `${name}=(self)`),
  ...CLOSED_FEATURES.map((name) => `${name}=()`),
].join(', ');

const HTML = 'text/html; charset=utf-8';

/** `public`: the same for every stranger. `private`: for one reader. `never`: not to be stored anywhere. */
export type PageCache = 'public' | 'private' | 'never';

const CACHE: Readonly<Record<PageCache, string>> = {
  public: 'public, max-age=0, must-revalidate',
  private: 'private, no-cache',
  never: 'no-store',
};

/** Headers of a page, without entity tag and request id. */
export const pageHeaders = (cache: PageCache): Readonly<Record<string, string>> => ({
  'Content-Type': HTML,
  'Cache-Control': CACHE[cache],
  'Content-Security-Policy': PAGE_POLICY,
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  // Not `no-referrer`: forms would then send `Origin: null`, and over plain http there is no `Sec-Fetch-Site`.
  'Referrer-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Permissions-Policy': PERMISSIONS,
});
