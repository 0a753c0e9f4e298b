// Which colour an entity has: its own, or that of what it belongs to, such as the character of a card and the band of a song.
import { colourDigits } from '../../../kernel/colours.ts';
import type { PageContext } from '../../shell/page-context.ts';
import { fieldAt, isHidden, type Presented, readField, referencesAt } from './fields.ts';
import { keysOf } from './values.ts';

type Shown = Pick<Presented, 'kind' | 'count' | 'group' | 'fields' | 'references'>;
type Presentations = Readonly<Record<string, Shown>>;
/** Resource → id → six digits. */
export type Tints = ReadonlyMap<string, ReadonlyMap<string, string>>;

interface TintSource {
  /** The field with the colour of the entity itself. */
  readonly own: string | undefined;
  /** Fields that refer to something with a colour, the nearest first. */
  readonly above: readonly { readonly path: string; readonly resource: string }[];
}

/** Resources with colours of which the colours are read. */
const RESOURCES_MAX = 4;
const ENTITIES_MAX = 1000;
/** To what an entity belongs first. */
const GROUPS: readonly Shown['group'][] = ['person', 'music', 'event', 'card', 'story', 'item', 'table'];

const sources = new WeakMap<Presentations, Map<string, TintSource>>();

function sourceOf(presentations: Presentations, resource: string): TintSource {
  const known = sources.get(presentations) ?? new Map<string, TintSource>();
  sources.set(presentations, known);
  const found = known.get(resource) ?? findSource(presentations, resource);
  known.set(resource, found);
  return found;
}

function findSource(presentations: Presentations, resource: string): TintSource {
  const presentation = presentations[resource];
  if (presentation === undefined) return { own: undefined, above: [] };
  const paths = Object.keys({ ...presentation.references, ...presentation.fields });
  const above = paths.flatMap((path) =>
    referencesAt(presentation, path).flatMap(({ resource: target, key }) =>
      key === undefined && target !== resource && colourPath(presentations[target]) !== undefined
        ? [{ path, resource: target }]
        : [],
    ),
  );
  const rank = (target: string): number => GROUPS.indexOf(presentations[target]?.group ?? 'table');
  const isFewer = (one: string, other: string): number =>
    (presentations[other]?.count ?? 0) - (presentations[one]?.count ?? 0);
  return {
    own: colourPath(presentation),
    // Of two groups of people, that with more is nearer: a card belongs to its character before it belongs to a band.
    above: above.sort((a, b) => rank(a.resource) - rank(b.resource) || isFewer(a.resource, b.resource)),
  };
}

/** The field of a resource that is the colour of its entities. */
function colourPath(presentation: Shown | undefined): string | undefined {
  if (presentation === undefined || presentation.kind === 'document') return undefined;
  return Object.keys(presentation.fields ?? {}).find(
    (path) => !path.includes('.') && fieldAt(presentation, path)?.type === 'color' && !isHidden(presentation, path),
  );
}

/** What a query must answer of an entity so that its colour is known. */
export function tintPaths(presentations: Presentations, resource: string): readonly string[] {
  const { own, above } = sourceOf(presentations, resource);
  return [...(own === undefined ? [] : [own]), ...above.map(({ path }) => path)];
}

/** Reads the colours of a release, which do not change. Undefined while its queries are being prepared. */
export async function readTints(
  page: PageContext,
  server: string,
  release: string,
  presentations: Presentations,
): Promise<Tints | undefined> {
  const coloured = Object.entries(presentations)
    .flatMap(([resource, presentation]) => {
      const path = colourPath(presentation);
      return path === undefined || presentation.count > ENTITIES_MAX ? [] : [{ resource, path }];
    })
    .slice(0, RESOURCES_MAX);
  const read = await Promise.all(
    coloured.map(async ({ resource, path }) => {
      const asked = await page.askOfRelease('GET /api/v1/servers/{server}/catalog/query/{resource}', {
        params: { server, resource },
        query: { fields: path, limit: ENTITIES_MAX, release },
      });
      if (!asked.ok) return undefined;
      const pairs = asked.body.items.flatMap(({ id, entity }) => {
        const digits = digitsAt(presentations[resource], { id, entity }, path);
        return digits === undefined ? [] : [[id, digits] as const];
      });
      return [resource, new Map(pairs)] as const;
    }),
  );
  const complete = read.filter((one) => one !== undefined);
  return complete.length < read.length ? undefined : new Map(complete);
}

function digitsAt(
  presentation: Shown | undefined,
  one: { readonly id: string; readonly entity: unknown },
  path: string | undefined,
): string | undefined {
  if (presentation === undefined || path === undefined) return undefined;
  const value = readField(presentation, one, path);
  return typeof value === 'string' ? colourDigits(value) : undefined;
}

/** The colour of an entity, as six digits; undefined: it has none. */
export function tintOf(
  { presentations, tints }: { readonly presentations: Presentations; readonly tints?: Tints | undefined },
  resource: string,
  one: { readonly id: string; readonly entity: unknown },
): string | undefined {
  const presentation = presentations[resource];
  if (tints === undefined || presentation === undefined) return undefined;
  const { own, above } = sourceOf(presentations, resource);
  const digits = digitsAt(presentation, one, own);
  if (digits !== undefined) return digits;
  for (const { path, resource: target } of above) {
    const [key] = keysOf(readField(presentation, one, path));
    const found = key === undefined ? undefined : tints.get(target)?.get(key);
    if (found !== undefined) return found;
  }
  return undefined;
}
