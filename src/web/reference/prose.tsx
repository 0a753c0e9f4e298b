/** @jsxImportSource preact */
// Texts of the interface document: paragraphs, lists and code between backticks, which is all that they use.
import type { ComponentChildren, VNode } from 'preact';

/** A line with code between backticks. */
export const Line = ({ text }: { readonly text: string }): VNode => (
  <>
    {text
      .split('`')
      .map((part, index): ComponentChildren => (index % 2 === 0 ? part : <code key={index}>{part}</code>))}
  </>
);

/** Paragraphs, and lists whose lines begin with a hyphen. The document is written in English. */
export const Prose = ({ text }: { readonly text: string }): VNode => (
  <div class="prose" lang="en">
    {text.split(/\n\n+/).map((block, index) =>
      block.startsWith('- ') ? (
        <ul key={index}>
          {block.split('\n').map((line) => (
            <li key={line}>
              <Line text={line.slice(2)} />
            </li>
          ))}
        </ul>
      ) : (
        <p key={index}>
          <Line text={block} />
        </p>
      ),
    )}
  </div>
);
