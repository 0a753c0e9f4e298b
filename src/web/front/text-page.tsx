/** @jsxImportSource preact */
// The texts of the instance: what it is, its rules, and which data it keeps.
import { type MarkdownNode, readMarkdownTree } from '../../features/community/common/markdown-tree.ts';
import type { Locale } from '../../kernel/names.ts';
import { contactAddress } from '../../platform/config/instance.ts';
import { MarkdownView } from '../markdown/view.tsx';
import { FRONT_MESSAGES, SHELL_MESSAGES } from '../messages/shell.ts';
import type { Page } from '../shell/page.ts';
import { chooseText, type PageContext } from '../shell/page-context.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { fillElements } from '../ui/text/fill-elements.tsx';

export type TextName = 'about' | 'rules' | 'privacy';

interface ReadText {
  readonly lang: Locale;
  readonly tree: readonly MarkdownNode[];
}

function readText(page: PageContext, name: TextName): ReadText | undefined {
  const chosen = chooseText(page, page.instance[name]);
  return chosen && { lang: chosen.lang, tree: readMarkdownTree(chosen.text) };
}

/** The page of one of the texts, in the reader's language where the instance has it. */
export function textPage(page: PageContext, name: TextName): Page {
  const say = page.sayFrom(FRONT_MESSAGES);
  const title = page.sayFrom(SHELL_MESSAGES)(name);
  const text = readText(page, name);
  const { contact } = page.instance;
  return {
    title,
    width: 'reading',
    content: (
      <div class="stack stack-loose">
        <h1>{title}</h1>
        {text === undefined ? (
          <EmptyState text={say('unwritten')} />
        ) : (
          <MarkdownView
            wrapped
            tree={text.tree}
            lang={text.lang}
            top={2}
            links={{
              mention: (handle) => page.path(`/@${encodeURIComponent(handle)}`),
              tag: (tag) => page.path(`/community/tags/${encodeURIComponent(tag)}`),
            }}
          />
        )}
        {contact !== null && (
          <p class="meta">{fillElements(say('contact'), { contact: <ContactLink contact={contact} /> })}</p>
        )}
      </div>
    ),
  };
}

/** An address of mail or of a page; anything else stays text. */
function ContactLink({ contact }: { readonly contact: string }) {
  const href = contactAddress(contact);
  return href === undefined ? <span>{contact}</span> : <a href={href}>{contact}</a>;
}
