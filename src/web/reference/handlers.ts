// Handlers of the reference.
import type { InterfaceDescription } from '../../features/site/interface-description.ts';
import type { Handlers } from '../../http/routing/contract.ts';
import { Refusal } from '../../kernel/refusal.ts';
import type { PageContext } from '../shell/page-context.ts';
import type { Shell } from '../shell/shell.ts';
import type { referenceContract } from './contract.ts';
import { type Reference, readReference } from './document.ts';
import { referencePage, sectionPage } from './reference-page.tsx';

export interface ReferenceDependencies {
  readonly shell: Shell;
  readonly interfaceDescription: InterfaceDescription;
}

export function referenceHandlers({
  shell,
  interfaceDescription,
}: ReferenceDependencies): Handlers<typeof referenceContract> {
  const read = async ({ request }: Pick<PageContext, 'request'>): Promise<Reference> =>
    readReference(await interfaceDescription.read(request, 'client'), await interfaceDescription.readExamples(request));
  return {
    docsPage: (call) =>
      // Results of a search are cheap, and there are too many of them.
      shell.answerKept(call, call.query.q === undefined ? 'releases' : 'none', async (page) =>
        referencePage(page, await read(page), call.query.q?.trim()),
      ),
    docsPartPage: (call) =>
      shell.answerKept(call, 'releases', async (page) => {
        const reference = await read(page);
        const { name } = call.params;
        const section = reference.sections.find(({ slug }) => slug === name);
        if (section !== undefined) return sectionPage(page, reference, section);
        const home = reference.sections.find(({ operations }) => operations.some(({ id }) => id === name));
        if (home === undefined) throw new Refusal('route_not_found');
        return { redirectTo: `/docs/${home.slug}#${name}` };
      }),
  };
}
