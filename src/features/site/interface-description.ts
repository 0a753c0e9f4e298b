// The interface document of this instance: described once for each title and set of current releases, with examples of what
// is published.
import type { RequestContext } from '../../http/gates/context.ts';
import type { DocumentProfile } from '../../http/openapi/document.ts';
import type { Examples } from '../../http/openapi/examples.ts';

export type InterfaceDocument = Readonly<Record<string, unknown>>;

export interface DescriptionDependencies {
  /** Name of the instance. */
  readonly siteName: () => string;
  /** The interface description under this title, with these examples. */
  readonly openapi: (title: string, profile: DocumentProfile, examples: Examples) => InterfaceDocument;
  /** Differs when a release or server does. */
  readonly readReleaseStamp: () => string;
  /** The examples of what is published. */
  readonly readExamples: (context: RequestContext) => Promise<Examples>;
}

export interface InterfaceDescription {
  /** Differs when the document does. */
  stamp(): string;
  /** The document, as a value that must not be changed. The same value is returned as long as the stamp is the same. */
  read(context: RequestContext, profile: DocumentProfile): Promise<InterfaceDocument>;
  /** The examples of the document, each as one request with its answer. */
  readExamples(context: RequestContext): Promise<Examples>;
}

/** Creates the description. Nothing is described before its first reader. */
export function createInterfaceDescription(dependencies: DescriptionDependencies): InterfaceDescription {
  const { siteName, openapi, readReleaseStamp } = dependencies;
  const stamp = (): string => `${siteName()} ${readReleaseStamp()}`;
  const readExamples = keepWhile(stamp, dependencies.readExamples);
  const documents = {
    full: keepWhile(stamp, async (context) => openapi(siteName(), 'full', await readExamples(context))),
    client: keepWhile(stamp, async (context) => openapi(siteName(), 'client', await readExamples(context))),
  };
  return { stamp, readExamples, read: (context, profile) => documents[profile](context) };
}

/** Makes a value at its first request, and again when the stamp has changed or the last attempt failed. */
function keepWhile<T>(
  stamp: () => string,
  make: (context: RequestContext) => Promise<T>,
): (context: RequestContext) => Promise<T> {
  let kept: { readonly stamp: string; readonly value: Promise<T> } | undefined;
  return (context) => {
    const now = stamp();
    if (kept?.stamp === now) return kept.value;
    const own = { stamp: now, value: make(context) };
    kept = own;
    own.value.catch(() => {
      if (kept === own) kept = undefined;
    });
    return own.value;
  };
}
