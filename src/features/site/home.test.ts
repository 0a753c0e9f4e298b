// The home page and the reference page as texts: everything escaped, every address named, nothing from elsewhere.
import { describe, expect, test } from 'bun:test';
import { createHash } from 'node:crypto';
import { DOCS_CSP, presentDocs, readDocsFiles } from './docs.ts';
import { HOME_CSP, presentHome, type ReleaseFacts } from './home.ts';

const release: ReleaseFacts = {
  id: 'jp',
  displayName: `<b>"Tom" & 'Jerry'</b>`,
  region: 'jp',
  releaseId: 'r-0123456789abcdef0123',
  sourceId: 'spring',
  links: [{ label: 'Summary', path: '/api/v1/servers/jp/catalog/summary' }],
};
const facts = { baseUrl: 'https://example.org', version: '2026-09-30' };

/** Addresses that a browser would load or follow. */
const addressesOf = (page: string): readonly string[] =>
  [...page.matchAll(/(?:href|src)="([^"]*)"/g)].map((found) => found[1] ?? '');

describe('the home page', () => {
  test('names each release, escaped', () => {
    const page = presentHome({ ...facts, releases: [release, { ...release, id: 'kr', releaseId: 'r-other' }] });
    expect(page).toContain('&lt;b&gt;&quot;Tom&quot; &amp; &#39;Jerry&#39;&lt;/b&gt;');
    expect(page).not.toContain('<b>');
    for (const word of ['r-0123456789abcdef0123', 'r-other', 'spring', 'kr']) expect(page).toContain(word);
  });

  test('links to what there is, all on this origin', () => {
    const addresses = addressesOf(presentHome({ ...facts, releases: [release] }));
    for (const path of ['/docs', '/openapi.json', '/healthz', '/api/v1/servers/jp/catalog/summary']) {
      expect(addresses).toContain(path);
    }
    expect(addresses.filter((address) => !/^(\/(?!\/)|data:)/.test(address))).toEqual([]);
  });

  test('shows a command with the public address', () => {
    const page = presentHome({ ...facts, releases: [release] });
    expect(page).toContain('curl -s --compressed &#39;https://example.org/api/v1/servers/jp/catalog/summary&#39;');
  });

  test('an empty service says how to publish', () => {
    expect(presentHome({ ...facts, releases: [] })).toContain('livehouse publish');
  });

  test('its policy allows exactly its own style', () => {
    const style = /<style>([\s\S]*?)<\/style>/.exec(presentHome({ ...facts, releases: [] }))?.[1] ?? '';
    expect(HOME_CSP).toContain(`'sha256-${createHash('sha256').update(style).digest('base64')}'`);
    expect(HOME_CSP).toContain("default-src 'none'");
  });
});

describe('the reference page', () => {
  test('loads served files only, each by its version', async () => {
    const files = await readDocsFiles();
    const loaded = addressesOf(presentDocs(files)).filter((address) => address.startsWith('/docs/'));
    expect(loaded.toSorted()).toEqual([...files].map(([name, { version }]) => `/docs/${name}?v=${version}`).toSorted());
    expect(DOCS_CSP).toContain("connect-src 'self'");
    expect(DOCS_CSP).not.toContain('http');
  });
});
