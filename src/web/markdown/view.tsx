/** @jsxImportSource preact */
// Shows the tree of a Markdown text. Runs on the server and in the browser; links that belong to the instance come in as a
// function. Headings of a text stand below those of the page, without a step left out, as screen readers expect.
import type { VNode } from 'preact';
import { type TreeElement, type TreeNode, walkTree } from './tree.ts';

export interface MarkdownLinks {
  readonly mention: (handle: string) => string;
  readonly tag: (tag: string) => string;
}

export interface MarkdownViewProps {
  readonly tree: readonly TreeNode[];
  readonly links: MarkdownLinks;
  /** Language of the text where it is known. */
  readonly lang?: string | undefined;
  /** Level of the first heading; default 3. Texts that are the page itself take 2. */
  readonly top?: 2 | 3;
  /** Lines were wrapped by an editor. In what people type into a page, a new line is meant. */
  readonly wrapped?: true;
}

/** The text as elements, in a container of its own. */
export const MarkdownView = ({ tree, links, lang, top = 3, wrapped }: MarkdownViewProps): VNode => (
  <div class={wrapped ? 'prose prose-wrapped' : 'prose'} dir="auto" lang={lang}>
    <Nodes nodes={tree} links={links} levels={levelsOf(tree, top)} />
  </div>
);

/** The level of each heading: as deep as in the text, but never more than one below the heading before. */
function levelsOf(tree: readonly TreeNode[], top: number): ReadonlyMap<TreeElement, number> {
  const headings = [...walkTree(tree)].flatMap((node) =>
    typeof node !== 'string' && node.type === 'heading' ? [node] : [],
  );
  const highest = Math.min(...headings.map(({ level = 0 }) => level));
  const levels = new Map<TreeElement, number>();
  let before = top - 1;
  for (const heading of headings) {
    before = Math.min(6, before + 1, top + (heading.level ?? 0) - highest);
    levels.set(heading, before);
  }
  return levels;
}

interface NodesProps {
  readonly nodes: readonly TreeNode[] | undefined;
  readonly links: MarkdownLinks;
  readonly levels: ReadonlyMap<TreeElement, number>;
}

function Nodes({ nodes = [], links, levels }: NodesProps): VNode {
  return (
    <>
      {nodes.map((node, index) =>
        typeof node === 'string' ? node : <Element key={index} node={node} links={links} levels={levels} />,
      )}
    </>
  );
}

function Element({ node, links, levels }: Omit<NodesProps, 'nodes'> & { readonly node: TreeElement }): VNode {
  const inner = <Nodes nodes={node.children} links={links} levels={levels} />;
  switch (node.type) {
    case 'paragraph':
      return <p>{inner}</p>;
    case 'heading': {
      const level = levels.get(node) ?? 6;
      if (level <= 2) return <h2>{inner}</h2>;
      if (level === 3) return <h3>{inner}</h3>;
      if (level === 4) return <h4>{inner}</h4>;
      return level === 5 ? <h5>{inner}</h5> : <h6>{inner}</h6>;
    }
    case 'list':
      return node.ordered ? <ol start={node.start}>{inner}</ol> : <ul>{inner}</ul>;
    case 'listItem':
      return <li>{inner}</li>;
    case 'quote':
      return <blockquote>{inner}</blockquote>;
    case 'code':
      return <code>{node.text}</code>;
    case 'codeBlock':
      return (
        <pre tabIndex={0}>
          <code>{node.text}</code>
        </pre>
      );
    case 'emphasis':
      return <em>{inner}</em>;
    case 'strong':
      return <strong>{inner}</strong>;
    case 'strike':
      return <s>{inner}</s>;
    case 'link':
      return (
        <a href={node.href ?? '#'} rel="nofollow ugc noopener">
          {inner}
        </a>
      );
    case 'mention':
      return <a href={links.mention(node.handle ?? '')}>{node.text}</a>;
    case 'tag':
      return <a href={links.tag(node.tag ?? '')}>{node.text}</a>;
    case 'break':
      return <br />;
    case 'rule':
      return <hr />;
  }
}
