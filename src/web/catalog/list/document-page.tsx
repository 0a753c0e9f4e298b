/** @jsxImportSource preact */
// A resource that is one document, as a tree in pages: the first levels of what the address names, links to what is deeper or
// longer than fits, and the whole as JSON. What an entry of a page shows is bounded, and so is the page.
import type { VNode } from 'preact';
import { MalformedText, parsePath, pathText, readPath } from '../../../kernel/field-path.ts';
import { CATALOG_MESSAGES, ENTITY_MESSAGES } from '../../messages/catalog.ts';
import { requireAsked } from '../../shell/asked.ts';
import type { Page } from '../../shell/page.ts';
import { NumberPager } from '../../ui/pager.tsx';
import { colonIn } from '../../ui/text/punctuation.ts';
import { CatalogHead } from '../common/frame.tsx';
import { type Gone, readGone } from '../common/gone.ts';
import { type Catalog, type CatalogProps, entityPath, nameOf, rawPath } from '../common/reads.ts';

const DEPTH_MAX = 3;
const ENTRIES_MAX = 50;
const TEXT_MAX = 200;
/** Characters of an entry of the page, with all that is in it. */
const ENTRY_CHARACTERS = 1_500;
/** What a line costs besides its text. */
const LINE_CHARACTERS = 40;
/** Characters of a long text on one page. */
const TEXT_PAGE = 20_000;

interface Document {
  /** What the address names: the whole document, or a part of it. */
  readonly value: unknown;
  /** Keys that lead to it. */
  readonly at: readonly string[];
  readonly page: number;
  /** Where the current release lacks the document of a pinned page. */
  readonly gone: Gone | undefined;
}

/** Reads the document, and finds the part that the address names. Where it has none, the whole is shown. */
export async function readDocument(catalog: Catalog, resource: string, search: URLSearchParams): Promise<Document> {
  const { page, server, releaseId } = catalog;
  const [asked, gone] = await Promise.all([
    page.ask('GET /api/v1/servers/{server}/{resource}', {
      params: { server: server.id, resource },
      query: { release: releaseId },
    }),
    readGone(catalog, resource),
  ]);
  const whole = requireAsked(asked);
  const at = readKeys(search.get('at'));
  const part = readPath(whole, at);
  const number = Number(search.get('page'));
  return {
    ...(part === undefined ? { value: whole, at: [] } : { value: part, at }),
    page: Number.isSafeInteger(number) && number > 0 ? number : 1,
    gone,
  };
}

function readKeys(text: string | null): readonly string[] {
  if (text === null) return [];
  try {
    return parsePath(text);
  } catch (error) {
    if (error instanceof MalformedText) return [];
    throw error;
  }
}

/** The page of a document. */
export function documentPage(catalog: Catalog, resource: string, { value, at, page: wanted, gone }: Document): Page {
  const { page, server } = catalog;
  const say = page.sayFrom(CATALOG_MESSAGES);
  const name = nameOf(catalog, resource);
  const pages = Math.max(1, countPages(value));
  const number = Math.min(wanted, pages);
  const pathOf = (keys: readonly string[], shown = 1): string =>
    entityPath(catalog, resource, '', queryOf(keys, shown));
  const title = shorten(at.at(-1) ?? name);
  return {
    title: `${title} · ${server.displayName}`,
    description: `${name}${colonIn(page.locale)}${say('document')}`,
    section: 'catalog',
    styles: ['catalog'],
    noindex: catalog.isPinned,
    canonicalQuery: queryOf(at, number),
    content: (
      <div class="stack">
        <CatalogHead
          catalog={catalog}
          gone={gone}
          crumbs={at.map((_, depth) => ({
            href: pathOf(at.slice(0, depth)),
            text: depth === 0 ? name : shorten(at[depth - 1] ?? ''),
          }))}
        />
        <h1 dir="auto">{title}</h1>
        <div class="card document">
          <Part catalog={catalog} value={value} at={at} number={number} pathOf={pathOf} />
        </div>
        <NumberPager
          label={say('pages')}
          page={number}
          pages={pages}
          hrefOf={(shown) => pathOf(at, shown)}
          previous={say('previous')}
          next={say('next')}
        />
        <p class="export-links meta">
          <a href={rawPath(catalog, `/api/v1/servers/${server.id}/${resource}`)}>
            {page.sayFrom(ENTITY_MESSAGES)('json')}
          </a>
          <a href={page.path(`/catalog/${server.id}/${resource}/${resource}/history`)}>
            {page.sayFrom(ENTITY_MESSAGES)('history')}
          </a>
        </p>
      </div>
    ),
  };
}

const queryOf = (at: readonly string[], page: number) => ({
  at: at.length === 0 ? undefined : pathText(at),
  page: page === 1 ? undefined : page,
});

const isParent = (value: unknown): value is object => typeof value === 'object' && value !== null;

const countPages = (value: unknown): number =>
  isParent(value) ? Math.ceil(Object.keys(value).length / ENTRIES_MAX) : Math.ceil(String(value).length / TEXT_PAGE);

interface PartProps extends CatalogProps {
  readonly value: unknown;
  readonly at: readonly string[];
  readonly pathOf: (keys: readonly string[]) => string;
}

/** One page of what the address names. */
function Part({ value, number, ...props }: PartProps & { readonly number: number }): VNode {
  if (!isParent(value)) {
    return <p dir="auto">{String(value).slice((number - 1) * TEXT_PAGE, number * TEXT_PAGE)}</p>;
  }
  const entries = Object.entries(value).slice((number - 1) * ENTRIES_MAX, number * ENTRIES_MAX);
  return (
    <dl class="values">
      {entries.map(([key, item]) => (
        <div key={key}>
          <dt dir="auto">{shorten(key)}</dt>
          <dd>
            <Outlined {...props} outline={outline(item, [...props.at, key], 1, { left: ENTRY_CHARACTERS })} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** What is shown of a value: a text, or entries and how many more there are. */
interface Outline {
  readonly at: readonly string[];
  readonly text: string;
  /** Whether there is more of the text. */
  readonly isCut: boolean;
  readonly entries?: readonly { readonly key: string; readonly outline: Outline }[];
  readonly rest: number;
}

/** What fits of a value. The recursion ends at `DEPTH_MAX`. */
function outline(value: unknown, at: readonly string[], depth: number, budget: { left: number }): Outline {
  if (!isParent(value) || depth >= DEPTH_MAX) {
    const text = isParent(value) ? JSON.stringify(value) : String(value);
    const shown = shorten(text);
    budget.left -= shown.length + LINE_CHARACTERS;
    return { at, text: shown, isCut: isParent(value) || shown !== text, rest: 0 };
  }
  const entries: { key: string; outline: Outline }[] = [];
  const keys = Object.keys(value);
  for (const key of keys) {
    if (budget.left <= 0 || entries.length === ENTRIES_MAX) break;
    budget.left -= shorten(key).length;
    entries.push({ key, outline: outline(Reflect.get(value, key), [...at, key], depth + 1, budget) });
  }
  return { at, text: '', isCut: false, entries, rest: keys.length - entries.length };
}

interface OutlinedProps extends Pick<PartProps, 'catalog' | 'pathOf'> {
  readonly outline: Outline;
}

function Outlined({ outline: { at, text, isCut, entries, rest }, ...props }: OutlinedProps): VNode {
  const { catalog, pathOf } = props;
  const say = catalog.page.sayFrom(ENTITY_MESSAGES);
  if (entries === undefined) {
    return (
      <>
        <span dir="auto">{text}</span>
        {isCut && (
          <>
            {' '}
            <a href={pathOf(at)}>{say('readOn')}</a>
          </>
        )}
      </>
    );
  }
  return (
    <dl class="values">
      {entries.map(({ key, outline: inner }) => (
        <div key={key}>
          <dt dir="auto">{shorten(key)}</dt>
          <dd>
            <Outlined {...props} outline={inner} />
          </dd>
        </div>
      ))}
      {rest > 0 && (
        <div>
          <dt />
          <dd>
            <a href={pathOf(at)}>{say('more', { count: rest })}</a>
          </dd>
        </div>
      )}
    </dl>
  );
}

const shorten = (text: string): string =>
  text.length > TEXT_MAX ? `${text.slice(0, TEXT_MAX).toWellFormed()}…` : text;
