/** @jsxImportSource preact */
// The guide for programs: commands and a first bot, with the names of this instance in each of them.
import type { ComponentChildren, VNode } from 'preact';
import { z } from 'zod';
import { Command } from '../islands/island.tsx';
import { DEVELOPER_MESSAGES } from '../messages/catalog.ts';
import type { Page } from '../shell/page.ts';
import type { PageContext, PageProps } from '../shell/page-context.ts';
import { Notice } from '../ui/notice.tsx';
import { DeveloperReleases, type ReleaseFacts } from './developer-releases.tsx';

/** What the commands name. */
interface DeveloperFacts {
  readonly server: string;
  readonly releaseId: string;
  readonly resource: string;
  readonly id: string;
  readonly sort: string | undefined;
}

/** Names for the commands; without any, whether anything is published at all. */
export type DeveloperNames = DeveloperFacts | 'nothing' | 'noList';

const firstSchema = z.object({ items: z.array(z.object({ id: z.string() })) });

/** Reads real names: of the first server that has a list. */
export async function readDeveloperNames(page: PageContext): Promise<DeveloperNames> {
  const registry = await page.ask('GET /api/v1/releases', {});
  const servers = registry.ok ? registry.body.releases : [];
  for (const { id } of servers) {
    const facts = await readFacts(page, id);
    if (facts !== undefined) return facts;
  }
  return servers.length === 0 ? 'nothing' : 'noList';
}

/** The list of a server with most entries that has pictures, and its first entry. */
async function readFacts(page: PageContext, server: string): Promise<DeveloperFacts | undefined> {
  const params = { server };
  const [presentation, history] = await Promise.all([
    page.ask('GET /api/v1/servers/{server}/catalog/presentation', { params }),
    page.ask('GET /api/v1/servers/{server}/release/history', { params, query: { limit: 1 } }),
  ]);
  const releaseId = history.ok ? history.body.releases[0]?.releaseId : undefined;
  const presentations = presentation.ok ? Object.entries(presentation.body.resources) : [];
  const [best] = presentations
    .filter(([, { kind, count, hidden }]) => kind === 'collection' && count > 0 && !hidden)
    .sort(([, a], [, b]) => Number(b.image !== null) - Number(a.image !== null) || b.count - a.count);
  if (best === undefined || releaseId === undefined) return undefined;
  const [resource, variant] = best;
  // Not a query: the file of queries may still be made, and the page is kept until the releases change.
  const first = await page.ask('GET /api/v1/servers/{server}/{resource}', {
    params: { server, resource },
    query: { limit: 1 },
  });
  const id = first.ok ? firstSchema.safeParse(first.body).data?.items[0]?.id : undefined;
  return id === undefined ? undefined : { server, releaseId, resource, id, sort: variant.sort[0] };
}

/** Every quotation mark of a shell would end a quoted address. */
const quoted = (address: string): string => `'${address.replaceAll("'", '%27')}'`;

const botOf = (address: string, server: string): string => `const base = ${JSON.stringify(address)};
const server = ${JSON.stringify(server)};
const read = async (path) => {
  const answer = await fetch(base + '/api/v1/servers/' + server + path);
  if (!answer.ok) throw new Error(answer.status + ' ' + (await answer.text()));
  return answer.json();
};

let known;
async function check() {
  const { releaseId } = await read('/release?projection=identity');
  if (known === undefined) console.log('Watching ' + server + ' at ' + releaseId);
  else if (known !== releaseId) {
    const { resources } = await read('/release/changes?from=' + known + '&to=' + releaseId);
    for (const [name, { added, changed, removed }] of Object.entries(resources))
      if (added + changed + removed > 0) console.log(name + ': +' + added + ' ~' + changed + ' -' + removed);
  }
  known = releaseId;
}

for (;;) {
  await check().catch((error) => console.error(error.message));
  await new Promise((resolve) => setTimeout(resolve, 60_000));
}`;

/** Name that the program has for the client. */
const CLIENT = './livehouse.mjs';

/** A program with the client of the instance. */
const programOf = (address: string, { server, resource, id, sort }: DeveloperFacts): string => {
  const query = sort === undefined ? 'query()' : `query().sort(${JSON.stringify(`-${sort}`)})`;
  return `import { connect } from ${JSON.stringify(CLIENT)};

const catalog = connect(${JSON.stringify(address)}).catalog(${JSON.stringify(server)});
const list = catalog.resource(${JSON.stringify(resource)});
console.log(await list.get(${JSON.stringify(id)}));
console.log(await list.query().count());
const some = await list.${query}.all().toArray(3);
for (const { id, entity } of some) console.log(id, entity);`;
};

export interface DeveloperData {
  /** File of the client. */
  readonly client: string;
  readonly names: DeveloperNames;
  readonly releases: readonly ReleaseFacts[];
}

/** The page of the guide. */
export function developersPage(page: PageContext, { client, names, releases }: DeveloperData): Page {
  const facts = typeof names === 'string' ? undefined : names;
  const say = page.sayFrom(DEVELOPER_MESSAGES);
  const title = say('title');
  const api = `${page.address}/api/v1`;
  return {
    title,
    description: say('lead'),
    styles: ['catalog', 'front'],
    width: 'reading',
    content: (
      <article class="stack stack-loose">
        <header class="stack">
          <h1>{title}</h1>
          <p class="lead">{say('lead')}</p>
        </header>
        {releases.length > 0 && <DeveloperReleases page={page} releases={releases} />}
        <Step title={say('servers')}>
          <Command text={`curl -s ${quoted(`${api}/releases`)}`} />
        </Step>
        {typeof names === 'string' ? (
          <Notice tone="warning">{say(names)}</Notice>
        ) : (
          <Steps page={page} client={client} facts={names} />
        )}
        <Step title={say('token')}>
          <p>{say('tokenHint')}</p>
          <Command
            text={`curl -s -H 'Authorization: Bearer TOKEN' ${quoted(`${api}/community/posts?scope=mine&limit=3`)}`}
          />
          {page.hasPage('/settings/tokens') && (
            <p>
              <a href={page.path('/settings/tokens')}>{say('tokens')}</a>
            </p>
          )}
        </Step>
        <Step title={say('errors')}>
          <p>{say('errorsHint')}</p>
          <Command text={`curl -s ${quoted(`${api}/servers/nobody/release`)}`} />
        </Step>
        <Step title={say('more')}>
          <ul class="plain-list link-list">
            <li>
              <a href={`${page.basePath}/docs`}>{say('reference')}</a>
            </li>
            {facts !== undefined && <Downloads page={page} facts={facts} />}
          </ul>
        </Step>
      </article>
    ),
  };
}

interface StepsProps extends PageProps {
  readonly facts: DeveloperFacts;
}

function Steps({ page, client, facts }: StepsProps & { readonly client: string }): VNode {
  const { server, resource, id, sort, releaseId } = facts;
  const say = page.sayFrom(DEVELOPER_MESSAGES);
  const base = `${page.address}/api/v1/servers/${server}`;
  const order = sort === undefined ? '' : `&sort=${encodeURIComponent(`-${sort}`)}`;
  const entity = `${base}/${resource}/${encodeURIComponent(id)}`;
  return (
    <>
      <Step title={say('list')}>
        <Command text={`curl -s ${quoted(`${base}/catalog/query/${resource}?limit=3${order}`)}`} />
        <p class="meta">{say('listHint')}</p>
      </Step>
      <Step title={say('one')}>
        <Command text={`curl -s ${quoted(entity)}`} />
      </Step>
      <Step title={say('pin')}>
        <Command text={`curl -s ${quoted(`${entity}?release=${releaseId}`)}`} />
        <p class="meta">{say('pinHint', { query: `?release=${releaseId}` })}</p>
      </Step>
      <Step title={say('bot')}>
        <p>{say('botHint')}</p>
        <Command text={botOf(page.address, server)} />
        <h3>{say('run')}</h3>
        <Command text="node bot.mjs" />
      </Step>
      <Step title={say('client')}>
        <p>{say('clientHint')}</p>
        <Command text={`curl -s --compressed -o ${CLIENT.slice(2)} ${quoted(`${page.address}/web/${client}`)}`} />
        <p>{say('programHint')}</p>
        <Command text={programOf(page.address, facts)} />
        <Command text="node program.mjs" />
        <p>{say('typesHint')}</p>
        <Command text={`curl -s --compressed -o ${server}.d.ts ${quoted(`${base}/catalog/types.d.ts`)}`} />
      </Step>
    </>
  );
}

function Downloads({ page, facts: { server, resource } }: StepsProps): VNode {
  const say = page.sayFrom(DEVELOPER_MESSAGES);
  const base = `${page.basePath}/api/v1/servers/${server}`;
  const links = [
    [`${base}/catalog/types.d.ts`, say('types')],
    [`${base}/catalog/export/${resource}.csv`, say('csv')],
    [`${base}/catalog/database.sqlite`, say('database')],
    [`${base}/release/feed.atom`, say('feed')],
  ] as const;
  return (
    <>
      {links.map(([href, text]) => (
        <li key={href}>
          <a href={href}>{text}</a>
        </li>
      ))}
    </>
  );
}

const Step = ({ title, children }: { readonly title: string; readonly children: ComponentChildren }): VNode => (
  <section class="stack">
    <h2>{title}</h2>
    {children}
  </section>
);
