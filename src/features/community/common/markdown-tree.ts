// The tree of a Markdown source for clients: a closed list of node types, and addresses that were checked, so that a
// client can build elements from it and never needs HTML. HTML in the source is text. Pictures become links, since
// showing them would tell other sites who reads a post. Pure.
import { z } from 'zod';
import type { Parameter } from '../../../http/routing/contract.ts';
import { BoundedCache } from '../../../kernel/bounded-cache.ts';
import { type MarkdownToken, parseMarkdown } from './markdown.ts';
import { listReferences, type Reference } from './text.ts';

const NODE_TYPES = [
  'paragraph',
  'heading',
  'list',
  'listItem',
  'quote',
  'code',
  'codeBlock',
  'emphasis',
  'strong',
  'strike',
  'link',
  'mention',
  'tag',
  'break',
  'rule',
] as const;

/** A text, or an element of the tree. */
export type MarkdownNode = string | MarkdownElement;
interface MarkdownElement {
  readonly type: (typeof NODE_TYPES)[number];
  readonly level?: number;
  readonly ordered?: boolean;
  readonly start?: number;
  readonly href?: string;
  readonly handle?: string;
  readonly tag?: string;
  readonly language?: string;
  readonly text?: string;
  readonly children?: readonly MarkdownNode[];
}

const markdownNode: z.ZodType<MarkdownNode> = z
  .union([
    z.string().describe('Text; a line feed in it is a soft line break'),
    z.object({
      type: z.enum(NODE_TYPES),
      level: z.int().min(3).max(6).exactOptional().describe('Of a heading'),
      ordered: z.boolean().exactOptional().describe('Of a list'),
      start: z.int().exactOptional().describe('First number of an ordered list, where it is not 1'),
      href: z.string().exactOptional().describe('Of a link: an absolute `http`, `https` or `mailto` address'),
      handle: z.string().exactOptional().describe('Of a mention: handle or UID, without `@`, in lower case'),
      tag: z.string().exactOptional().describe('Of a tag: its normalised name'),
      language: z.string().exactOptional().describe('Of a code block'),
      text: z.string().exactOptional().describe('Of code, code blocks, mentions and tags'),
      get children() {
        return z.array(markdownNode).exactOptional();
      },
    }),
  ])
  .meta({ id: 'MarkdownNode' });
export const markdownTree = z.array(markdownNode);

/** Headings of a page and of a post come first. */
const HEADING_OFFSET = 2;
const HEADING_MAX = 6;
/** Nesting of emphasis and links; what is deeper is text. Blocks are bounded by the parser. */
const INLINE_DEPTH_MAX = 32;
const ADDRESS_MAX = 2_000;
/** Characters of addresses per character of the source: as many as a CJK letter has, percent-encoded. */
const ADDRESS_GROWTH = 9;
const PROTOCOLS: ReadonlySet<string> = new Set(['http:', 'https:', 'mailto:']);
const LANGUAGE = /^[A-Za-z0-9][A-Za-z0-9+#._-]{0,31}/;

/** The tree of a source: its blocks. */
export function readMarkdownTree(source: string): readonly MarkdownNode[] {
  return nestBlocks(parseMarkdown(source), new Addresses(source.length * ADDRESS_GROWTH));
}

/** With `tree=1` in the query, bodies come with their trees. */
export const treeParameter = {
  schema: z.literal('1'),
  refusal: 'invalid_tree',
  description: '`1`: with the tree of each Markdown text',
} as const satisfies Parameter;

/** The field that a body gets with `tree=1`. */
export const bodyTree = markdownTree.exactOptional().describe('With `tree=1`');

/** Trees by source, so that a text is not parsed again for every reader. */
export class MarkdownTrees {
  readonly #cache = new BoundedCache<string, readonly MarkdownNode[]>(TREE_CHARACTERS);

  read(source: string): readonly MarkdownNode[] {
    const cached = this.#cache.read(source);
    if (cached !== undefined) return cached;
    const tree = readMarkdownTree(source);
    this.#cache.store(source, tree, source.length + TREE_OVERHEAD);
    return tree;
  }
}

/** Total length of the sources whose trees are cached. */
const TREE_CHARACTERS = 1_000_000;
const TREE_OVERHEAD = 200;

/** The addresses of one tree. */
class Addresses {
  #left: number;

  /** @param characters total length of the addresses; many references may repeat one long address. */
  constructor(characters: number) {
    this.#left = characters;
  }

  /**
   * An address as a client may use it; undefined for an address that is relative, has another scheme, or hides its host
   * behind a user name.
   */
  check(given: string | number | null): string | undefined {
    const address = String(given ?? '');
    if (address.length > ADDRESS_MAX || !URL.canParse(address)) return undefined;
    const url = new URL(address);
    if (!PROTOCOLS.has(url.protocol) || url.username !== '' || url.password !== '') return undefined;
    if (url.href.length > this.#left) return undefined;
    this.#left -= url.href.length;
    return url.href;
  }
}

/** Builds nested elements from a flat list of `…_open` and `…_close` tokens. */
class Nest {
  readonly roots: MarkdownNode[] = [];
  /** The lists of the open elements. */
  readonly #open: MarkdownNode[][] = [];

  /** The list that the next node goes to. */
  get #here(): MarkdownNode[] {
    return this.#open.at(-1) ?? this.roots;
  }

  add(...nodes: readonly MarkdownNode[]): void {
    const here = this.#here;
    for (const node of nodes) {
      const last = here.at(-1);
      if (node === '') continue;
      if (typeof node === 'string' && typeof last === 'string') here[here.length - 1] = last + node;
      else here.push(node);
    }
  }

  /** Opens an element; undefined: its children belong to what is around it. */
  open(element: Omit<MarkdownElement, 'children'> | undefined): void {
    const here = this.#here;
    const children: MarkdownNode[] = element === undefined ? here : [];
    if (element !== undefined) here.push({ ...element, children });
    this.#open.push(children);
  }

  close(): void {
    this.#open.pop();
  }
}

function nestBlocks(tokens: readonly MarkdownToken[], addresses: Addresses): readonly MarkdownNode[] {
  const nest = new Nest();
  for (const token of tokens) {
    switch (token.type) {
      case 'inline':
        nest.add(...nestInline(token.children ?? [], addresses));
        break;
      case 'fence':
      case 'code_block': {
        const language = LANGUAGE.exec(token.info.trim())?.[0];
        nest.add({ type: 'codeBlock', ...(language !== undefined && { language }), text: token.content });
        break;
      }
      case 'html_block':
        nest.add({ type: 'paragraph', children: [token.content.trim()] });
        break;
      case 'hr':
        nest.add({ type: 'rule' });
        break;
      default:
        if (token.nesting === 1) nest.open(blockOf(token));
        else if (token.nesting === -1) nest.close();
    }
  }
  return nest.roots;
}

function blockOf(token: MarkdownToken): Omit<MarkdownElement, 'children'> | undefined {
  switch (token.type) {
    case 'paragraph_open':
      // The paragraphs of a tight list are hidden.
      return token.hidden ? undefined : { type: 'paragraph' };
    case 'heading_open':
      return { type: 'heading', level: Math.min(HEADING_MAX, Number(token.tag.slice(1)) + HEADING_OFFSET) };
    case 'bullet_list_open':
      return { type: 'list', ordered: false };
    case 'ordered_list_open': {
      const start = Number(token.attrGet('start') ?? 1);
      return { type: 'list', ordered: true, ...(start !== 1 && { start }) };
    }
    case 'list_item_open':
      return { type: 'listItem' };
    case 'blockquote_open':
      return { type: 'quote' };
    default:
      return undefined;
  }
}

const INLINE = { em_open: 'emphasis', strong_open: 'strong', s_open: 'strike' } as const;
const isInline = (type: string): type is keyof typeof INLINE => Object.hasOwn(INLINE, type);

function nestInline(tokens: readonly MarkdownToken[], addresses: Addresses): readonly MarkdownNode[] {
  const nest = new Nest();
  // Mentions and tags are searched in the prose of the whole block, since what stands beside them decides.
  const references = listReferences(tokens);
  let links = 0;
  let depth = 0;
  for (const [index, token] of tokens.entries()) {
    switch (token.type) {
      case 'text':
        nest.add(...(links > 0 ? [token.content] : splitText(token.content, references[index] ?? [], addresses)));
        break;
      case 'html_inline':
        nest.add(token.content);
        break;
      case 'code_inline':
        nest.add({ type: 'code', text: token.content });
        break;
      case 'softbreak':
        nest.add('\n');
        break;
      case 'hardbreak':
        nest.add({ type: 'break' });
        break;
      case 'image': {
        const href = addresses.check(token.attrGet('src'));
        const text = plainOf(token.children ?? []) || (href ?? '');
        nest.add(href === undefined || links > 0 ? text : { type: 'link', href, children: [text] });
        break;
      }
      case 'link_open': {
        const href = addresses.check(token.attrGet('href'));
        depth += 1;
        nest.open(href === undefined || depth > INLINE_DEPTH_MAX ? undefined : { type: 'link', href });
        links += 1;
        break;
      }
      case 'link_close':
        nest.close();
        depth -= 1;
        links -= 1;
        break;
      default:
        if (token.nesting === 0) break;
        if (token.nesting === 1) depth += 1;
        // Emphasis that is too deep shows its signs.
        if (depth > INLINE_DEPTH_MAX) nest.add(token.markup);
        if (token.nesting === 1) {
          nest.open(isInline(token.type) && depth <= INLINE_DEPTH_MAX ? { type: INLINE[token.type] } : undefined);
        } else {
          nest.close();
          depth -= 1;
        }
    }
  }
  return nest.roots;
}

const plainOf = (tokens: readonly MarkdownToken[]): string =>
  tokens.map(({ type, content, children }) => (type === 'image' ? plainOf(children ?? []) : content)).join('');

/**
 * An address in text, without the punctuation of the sentence around it. ASCII only: other scripts end it, and so does `[`,
 * which begins a tag in forums' own markup.
 */
const BARE = /\bhttps?:\/\/[A-Za-z0-9.-]+(?::\d{1,5})?(?:[/?#][!-;=?-Z\\-~]*)?/g;

/** Splits a text into strings, mentions, tags and links of bare addresses. */
function splitText(text: string, references: readonly Reference[], addresses: Addresses): readonly MarkdownNode[] {
  const found: { readonly start: number; readonly end: number; readonly node: MarkdownElement }[] = [];
  for (const { start, end, kind, name } of references) {
    const said = text.slice(start, end);
    found.push({
      start,
      end,
      node: kind === 'tag' ? { type: 'tag', tag: name, text: said } : { type: 'mention', handle: name, text: said },
    });
  }
  for (const match of text.matchAll(BARE)) {
    if (match[0].length > ADDRESS_MAX) continue;
    const said = trimAddress(match[0]);
    const href = addresses.check(said);
    if (href === undefined) continue;
    found.push({ start: match.index, end: match.index + said.length, node: { type: 'link', href, children: [said] } });
  }
  const nodes: MarkdownNode[] = [];
  let at = 0;
  for (const { start, end, node } of found.toSorted((a, b) => a.start - b.start)) {
    if (start < at) continue;
    nodes.push(text.slice(at, start), node);
    at = end;
  }
  nodes.push(text.slice(at));
  return nodes;
}

function trimAddress(address: string): string {
  let end = address.length;
  while (end > 0) {
    const last = address[end - 1] ?? '';
    const isUnbalanced = last === ')' && !address.slice(0, end).includes('(');
    if (!isUnbalanced && !`?!.,:;*_~'"]`.includes(last)) break;
    end -= 1;
  }
  return address.slice(0, end);
}
