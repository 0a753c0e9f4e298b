/** @jsxImportSource preact */
// Puts an island into a page: rendered here, and again in the browser, where it comes alive. Its props must be plain
// values; dates and numbers come in as written texts, since the server and the browser may write them differently.
import { createContext, type VNode } from 'preact';
import { useContext } from 'preact/hooks';
import type { Locale } from '../../kernel/names.ts';
import type { OwnWords } from '../messages/say.ts';
import { type IslandName, type IslandProps, renderIsland } from './all.ts';

/** What the page that is being rendered has met so far. */
export interface IslandsMet {
  readonly locale: Locale;
  readonly ownWords: OwnWords;
  readonly names: Set<IslandName>;
  /** Islands that start before they are visible, so their files are preloaded. */
  readonly wanted: Set<IslandName>;
}

export const IslandsContext = createContext<IslandsMet | undefined>(undefined);

export interface IslandUse<N extends IslandName> {
  readonly name: N;
  readonly props: IslandProps<N>;
  /** When it comes alive: with the page, near the screen, with the focus in its form, or when the browser is idle (default). */
  readonly when?: 'load' | 'visible' | 'focus' | 'idle';
}

export function Island<N extends IslandName>({ name, props, when = 'idle' }: IslandUse<N>): VNode {
  const met = useContext(IslandsContext);
  if (met === undefined) throw new Error('an island stands outside of a page');
  const written = renderIsland(name, props, met);
  if (isStill(name, props)) return <div class="island">{written}</div>;
  met.names.add(name);
  if (when !== 'visible' && when !== 'focus') met.wanted.add(name);
  return (
    <div class="island" data-island={name} data-when={when} data-props={JSON.stringify(props)}>
      {written}
    </div>
  );
}

/** For strangers these acts are links to sign in: there is nothing to bring to life, and no script or words to load. */
const STILL_FOR_STRANGERS: ReadonlySet<IslandName> = new Set([
  'post-actions',
  'comment-actions',
  'person-actions',
  'tag-follow',
  'entity-bookmark',
]);

const isStill = (name: IslandName, props: unknown): boolean =>
  STILL_FOR_STRANGERS.has(name) &&
  typeof props === 'object' &&
  props !== null &&
  'isMember' in props &&
  props.isMember === false;

/** A text for programs, such as a command, with a button that copies it. */
export const Command = ({ text }: { readonly text: string }): VNode => (
  <div class="command">
    <pre class="code-block" tabIndex={0}>
      <code>{text}</code>
    </pre>
    <Island name="copy-text" props={{ text }} />
  </div>
);
