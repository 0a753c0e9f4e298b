// Handler of the search of the whole instance: each kind is found by the feature that owns it.
import type { AnonymousReads } from '../../http/gates/anonymous-reads.ts';
import type { RequestContext } from '../../http/gates/context.ts';
import { type Actor, requirePolicy } from '../../http/gates/guard.ts';
import { json } from '../../http/routing/answer.ts';
import type { Handlers } from '../../http/routing/contract.ts';
import { Refusal } from '../../kernel/refusal.ts';
import type { ReadActor } from '../accounts/sign-in/sessions.ts';
import { type CommunitySearch, foldSearched, type Manner } from '../community/search/search.ts';
import { KINDS, type Kind, SEARCH_LIMIT_DEFAULT, type searchContract } from './contract.ts';
import type { FindEntities } from './entity-search.ts';

export interface SearchHandlerDependencies {
  readonly findEntities: FindEntities;
  readonly community: CommunitySearch;
  readonly reads: AnonymousReads;
  readonly readActor: ReadActor;
}

/** How far posts and tags are counted. */
const COUNTED = { search: 1_000, suggest: 100 } as const;

interface Asked {
  /** As it was sent. */
  readonly text: string;
  /** The same, folded. */
  readonly q: string;
  readonly kinds: readonly Kind[];
  readonly limit: number;
  readonly locale: string | undefined;
  readonly isSuggestion: boolean;
}

export function searchHandlers(dependencies: SearchHandlerDependencies): Handlers<typeof searchContract> {
  const { findEntities, community, reads, readActor } = dependencies;

  async function find(context: RequestContext, actor: Actor | undefined, asked: Asked, manner: Manner) {
    const { text, q, limit, locale, isSuggestion } = asked;
    const isAsked = (kind: Kind): boolean => asked.kinds.includes(kind);
    const content = { q, limit, countTo: isSuggestion ? COUNTED.suggest : COUNTED.search };
    const readContent = () =>
      Promise.all([
        isAsked('posts') ? community.posts(actor, content, manner) : undefined,
        isAsked('people') && actor !== undefined ? community.people(actor, content, manner) : undefined,
        isAsked('tags') ? community.tags(actor, content, manner) : undefined,
      ] as const);
    const queries = asked.kinds.filter((kind) => kind !== 'entities').length;
    const byTitle = manner === 'near' ? 'near' : 'titles';
    const [entities, [posts, people, tags] = []] = await Promise.all([
      isAsked('entities')
        ? findEntities(
            context,
            { q: text, limit, locale },
            isSuggestion ? byTitle : manner === 'near' ? 'near' : 'texts',
          )
        : undefined,
      queries === 0 ? undefined : reads.run(context, actor, readContent, queries),
    ]);
    return {
      found: {
        ...(entities && { entities: { items: entities.items, total: entities.total } }),
        ...(posts && { posts }),
        ...(people && { people }),
        ...(tags && { tags }),
      },
      isComplete: entities?.isComplete ?? true,
    };
  }

  return {
    searchRead: async ({ context, query, actor }) => {
      const q = foldSearched(query.q ?? '');
      if (query.q === undefined || q === undefined) throw new Refusal('invalid_query');
      const { kinds: wanted = KINDS, limit = SEARCH_LIMIT_DEFAULT, locale } = query;
      const kinds = wanted.filter((kind) => kind !== 'people' || actor !== undefined);
      if (kinds.length === 0) {
        // Distinguishes a missing session from a token without the required scope.
        requirePolicy(await readActor(context), 'session');
        throw new Refusal('authentication_required');
      }
      const asked = { text: query.q, q, kinds, limit, locale, isSuggestion: query.suggest !== undefined };
      let { found, isComplete } = await find(context, actor, asked, 'exact');
      const isNothing = Object.values(found).every(({ total }) => total === 0);
      let approximate = false;
      if (isNothing) {
        const near = await find(context, actor, asked, 'near');
        approximate = Object.values(near.found).some(({ total }) => total > 0);
        found = near.found;
        isComplete &&= near.isComplete;
      }
      const body = { ...found, approximate, ...(!isComplete && { incomplete: true as const }) };
      return json(body);
    },
  };
}
