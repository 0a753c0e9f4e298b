// How the history learns the fields of a release.
import type { RequestContext } from '../../../http/gates/context.ts';
import type { FieldTypes } from '../common/compare-fields.ts';
import type { OpenedRelease } from '../serve/opened.ts';

/**
 * The fields of the collections of a release. Supplied by the composition. Refuses as queries do, with `query_not_ready` while
 * the release is prepared for them.
 */
export type ReadFieldTypes = (release: OpenedRelease, context: RequestContext) => Promise<FieldTypes>;
