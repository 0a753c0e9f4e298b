// Lists for programs that find an instance by its address: the API catalog of RFC 9727, and `/llms.txt` (llmstxt.org).
import type { Section } from './sections.ts';

/** What the lists name. */
export interface ListedInstance {
  /** Address of the instance without trailing slash. */
  readonly address: string;
  readonly name: string;
  readonly servers: readonly { readonly id: string; readonly displayName: string }[];
  readonly sections: readonly Section[];
}

/** Media type of OpenAPI documents (registration pending at IANA). */
const OPENAPI_TYPE = 'application/vnd.oai.openapi+json;version=3.1';

/** The relation of links to the API catalog, as its own responses name it (RFC 9727, section 2). */
export const apiCatalogLink = (basePath: string): string => `<${basePath}/.well-known/api-catalog>; rel="api-catalog"`;
export const LINKSET_TYPE = 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"';

/** The linkset of the API catalog (RFC 9727, section 4 and appendix A.1). */
export function writeApiCatalog(address: string): object {
  const api = `${address}/api/v1`;
  return {
    linkset: [
      { anchor: `${address}/.well-known/api-catalog`, item: [{ href: api }] },
      {
        anchor: api,
        'service-desc': [{ href: `${address}/openapi.json`, type: OPENAPI_TYPE }],
        'service-doc': [
          { href: `${address}/docs`, type: 'text/html' },
          { href: `${address}/llms.txt`, type: 'text/plain' },
        ],
        status: [{ href: `${address}/readyz`, type: 'application/json' }],
      },
    ],
  };
}

/** One line of Markdown: what people typed must not break the list. */
const lineOf = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .replace(/[[\]<>`*_\\#]/g, (sign) => `\\${sign}`)
    .trim();

/** The text of `/llms.txt`. */
export function writeLlms({ address, name, servers, sections }: ListedInstance): string {
  const lines = [
    `# ${lineOf(name)}`,
    '',
    '> Data of games and what their players write, over HTTP as JSON. Reads of releases, catalogs and files are public and need no token.',
    '',
    'Every answer of a release names it in its headers, and `?release=` pins a read to one. Refusals are `{"error": {"code", "message"}}`: read the code. Lists come in pages, `nextCursor` of one is `cursor` of the next. Answers have entity tags for `If-None-Match`.',
    '',
    '## Interface',
    '',
    `- [OpenAPI 3.1 document](${address}/openapi.json?profile=client): every operation with parameters, answers, refusals and examples`,
    `- [Reference](${address}/docs): the same as pages`,
    `- [Guide](${address}/developers): first requests, a bot, the client for JavaScript`,
    `- [API catalog](${address}/.well-known/api-catalog): this list for machines (RFC 9727)`,
    '',
    '## Servers',
    '',
    `- [Registry](${address}/api/v1/releases): all servers`,
    ...servers.flatMap(({ id, displayName }) => {
      const server = `${address}/api/v1/servers/${id}`;
      return [
        `- [${lineOf(displayName)}](${server}/release?projection=identity): the current release of \`${id}\``,
        `- [Catalog of ${lineOf(displayName)}](${server}/catalog/summary): its collections; entities are at ${server}/{resource}/{id}, queries at ${server}/catalog/query/{resource}`,
        `- [Types of ${lineOf(displayName)}](${server}/catalog/types.d.ts): its entities in TypeScript`,
      ];
    }),
    '',
    '## Optional',
    '',
    ...sections.map(
      (section) => `- [${section.name}](${address}/docs/${section.slug}): ${section.description.replace(/\s+/g, ' ')}`,
    ),
    '',
  ];
  return lines.join('\n');
}
