/** @jsxImportSource preact */
// The interactive reference of the interface: a reader of the OpenAPI document, in the frame of our pages. The reader is a
// package with files of its own; site/assets/reference.js starts it.
import type { DocsFile } from '../../features/site/docs.ts';
import { FRONT_MESSAGES, SHELL_MESSAGES } from '../messages/shell.ts';
import type { Page } from '../shell/page.ts';
import type { PageContext } from '../shell/page-context.ts';
import { Notice } from '../ui/notice.tsx';

export function referencePage(page: PageContext, files: ReadonlyMap<string, DocsFile>): Page {
  const words = page.words(FRONT_MESSAGES);
  const title = page.say(page.words(SHELL_MESSAGES).reference);
  const { basePath } = page;
  const address = (name: string): string => `${basePath}/docs/${name}?v=${files.get(name)?.version ?? ''}`;
  const links = [
    { path: '/openapi.json', text: words.referenceDocument },
    { path: '/openapi.json?profile=client', text: words.referenceForClients },
    { path: '/developers', text: words.referenceGuide },
  ];
  return {
    title,
    styles: ['front'],
    content: (
      <div class="stack stack-loose">
        <link rel="stylesheet" href={address('swagger-ui.css')} />
        <link rel="stylesheet" href={address('reference.css')} />
        <h1>{title}</h1>
        <p>{page.say(words.referenceLead)}</p>
        <ul class="reference-links">
          {links.map(({ path, text }) => (
            <li key={path}>
              <a href={`${basePath}${path}`}>{page.say(text)}</a>
            </li>
          ))}
        </ul>
        <noscript>
          <Notice>{page.say(words.referenceNoScript)}</Notice>
        </noscript>
        {/* The document is written in English, whatever the language of the page is. */}
        <div id="reference" lang="en" data-base={basePath} />
        <script src={address('swagger-ui-bundle.js')} defer />
        <script src={address('reference.js')} type="module" />
      </div>
    ),
  };
}
