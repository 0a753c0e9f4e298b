/** @jsxImportSource preact */
// Pages of the reference of the interface, rendered from the interface document: all operations, and one page for each section.
import type { VNode } from 'preact';
import { REFERENCE_SCRIPT_WORDS } from '../islands/reference-parts/words.ts';
import { SHELL_MESSAGES } from '../messages/shell.ts';
import type { Page } from '../shell/page.ts';
import type { PageContext } from '../shell/page-context.ts';
import { FindForm } from '../ui/find-form.tsx';
import { type Operation, type Reference, schemasOf } from './document.ts';
import { Method, OperationView } from './operation-view.tsx';
import { Line, Prose } from './prose.tsx';
import { SchemaView, schemaAnchor } from './schema-view.tsx';
import { openView, type ReferenceView } from './view.ts';

type ReferenceSection = Reference['sections'][number];

/** What an operation is found by. */
const textOf = ({ id, method, path, summary }: Operation): string => `${id} ${method} ${path} ${summary}`;

/** Whether a text has all words. */
function hasWords(text: string, words: string): boolean {
  const folded = text.toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => folded.includes(word));
}

/** The overview: every operation by section, or those that have the words. */
export function referencePage(page: PageContext, reference: Reference, q = ''): Page {
  const view = openView(page, reference);
  const { say } = view;
  const title = page.sayFrom(SHELL_MESSAGES)('reference');
  const found = reference.sections.flatMap((section) => {
    const operations = section.operations.filter((operation) => hasWords(textOf(operation), q));
    return operations.length === 0 ? [] : [{ ...section, operations }];
  });
  const count = found.reduce((sum, { operations }) => sum + operations.length, 0);
  const links = [
    ['/openapi.json', 'document'],
    ['/openapi.json?profile=client', 'forClients'],
    ['/llms.txt', 'forAssistants'],
    ['/developers', 'guide'],
  ] as const;
  return {
    title,
    description: say('lead'),
    styles: ['reference'],
    noindex: q !== '',
    content: (
      <div class="stack stack-loose" {...behaviour(view)}>
        <header class="stack">
          <h1>{title}</h1>
          <p class="lead">{say('lead')}</p>
          <ul class="plain-list row">
            {links.map(([path, text]) => (
              <li key={path}>
                <a href={path === '/developers' ? page.path(path) : `${page.basePath}${path}`}>{say(text)}</a>
              </li>
            ))}
          </ul>
        </header>
        {q === '' && (
          <details class="conventions">
            <summary>{say('conventions')}</summary>
            <Prose text={reference.description} />
            <Prose text={reference.tokens} />
          </details>
        )}
        <FindForm action={page.path('/docs')} label={say('filter')} text={q} hidden={{ lang: page.forcedLocale }} />
        <p class="meta" role="status" data-count>
          {say(count === 0 ? 'none' : 'count', { count })}
        </p>
        {found.map((section) => (
          <section key={section.slug} class="stack-tight" data-group>
            <h2 lang="en">
              <a href={page.path(`/docs/${section.slug}`)}>{section.name}</a>
            </h2>
            <p class="meta" lang="en">
              <Line text={section.description} />
            </p>
            <ul class="operation-list">
              {section.operations.map((operation) => (
                <li key={operation.id} data-find={textOf(operation).toLowerCase()}>
                  <a href={`${page.path(`/docs/${section.slug}`)}#${operation.id}`}>
                    <Method method={operation.method} />
                    <span lang="en">{operation.summary}</span>
                    <code>{operation.path}</code>
                  </a>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    ),
  };
}

/** The page of a section. */
export function sectionPage(page: PageContext, reference: Reference, section: ReferenceSection): Page {
  const view = openView(page, reference);
  const { say } = view;
  const schemas = schemasOf(reference, section.operations);
  return {
    title: `${section.name} · ${page.sayFrom(SHELL_MESSAGES)('reference')}`,
    description: section.description.replaceAll('`', ''),
    styles: ['reference'],
    content: (
      <div class="reference" {...behaviour(view)}>
        <div class="stack stack-loose">
          <header class="stack">
            <p>
              <a href={page.path('/docs')}>{say('all')}</a>
            </p>
            <h1 lang="en">{section.name}</h1>
            <p class="lead" lang="en">
              <Line text={section.description} />
            </p>
          </header>
          {section.operations.map((operation) => (
            <OperationView key={operation.id} view={view} operation={operation} />
          ))}
          {schemas.length > 0 && (
            <section class="stack">
              <h2>{say('schemas')}</h2>
              <div>
                {schemas.map((name) => (
                  <details key={name} class="answer">
                    <summary lang="en">
                      <strong>{name}</strong>
                    </summary>
                    <div id={schemaAnchor(name)} class="schema-target">
                      <SchemaView view={view} schema={reference.schemas[name] ?? {}} />
                    </div>
                  </details>
                ))}
              </div>
            </section>
          )}
        </div>
        <Places view={view} current={section} />
      </div>
    ),
  };
}

/** The list of all operations beside a section. */
function Places({ view, current }: { readonly view: ReferenceView; readonly current: ReferenceSection }): VNode {
  const { page, reference, say } = view;
  return (
    <nav class="reference-places stack-tight" aria-label={say('all')}>
      <FindForm action={page.path('/docs')} label={say('filter')} text="" hidden={{ lang: page.forcedLocale }} />
      <p class="unseen" role="status" data-count />
      {reference.sections.map((section) => {
        const isCurrent = section === current;
        const address = page.path(`/docs/${section.slug}`);
        return (
          <details key={section.slug} open={isCurrent} data-group>
            <summary lang="en">{section.name}</summary>
            <ul class="plain-list" lang="en">
              {section.operations.map((operation) => (
                <li
                  key={operation.id}
                  data-find={`${operation.id} ${operation.method} ${operation.path}`.toLowerCase()}
                >
                  <a href={`${isCurrent ? '' : address}#${operation.id}`}>{operation.summary}</a>
                </li>
              ))}
            </ul>
          </details>
        );
      })}
    </nav>
  );
}

/** What the script of these pages reads (islands/reference-parts/watch-reference.ts). */
const behaviour = ({ say }: ReferenceView): Readonly<Record<string, string>> => ({
  'data-reference': JSON.stringify(Object.fromEntries(REFERENCE_SCRIPT_WORDS.map((key) => [key, say(key)]))),
});
