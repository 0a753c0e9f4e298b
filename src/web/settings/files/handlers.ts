// Handlers of one's own files.
import { LISTED_STATUSES } from '../../../features/uploads/common/attachments.ts';
import type { Handlers } from '../../../http/routing/contract.ts';
import { withPlainLines } from '../../forms/lines.ts';
import { cursorOf, openingBy } from '../../forms/opening.ts';
import { asRefusal, isStale, requireAsked } from '../../shell/asked.ts';
import type { PageContext } from '../../shell/page-context.ts';
import type { Shell } from '../../shell/shell.ts';
import type { filesPages } from './contract.ts';
import { filesPage } from './files-page.tsx';

const FILES = '/settings/files';

const readFiles = async (page: PageContext) => requireAsked(await page.ask('GET /api/v1/community/me/attachments', {}));

export function filesPageHandlers(shell: Shell): Handlers<typeof filesPages> {
  const { open, answer } = openingBy(shell);
  return {
    filesPage: async (call) => {
      const page = await open(call);
      const { done, cursor } = call.query;
      const status = LISTED_STATUSES.find((name) => name === call.query.status);
      const asked = await page.ask('GET /api/v1/community/me/attachments', { query: { status, ...cursorOf(cursor) } });
      if (isStale(asked)) return shell.lead(call.context, FILES);
      return answer(page, filesPage(page, { ...requireAsked(asked), status, done }));
    },
    fileForm: async (call) => {
      const page = await open(call);
      const { body } = call;
      const params = { attachmentId: body.file };
      if (body.act === 'delete') {
        requireAsked(await page.ask('DELETE /api/v1/community/attachments/{attachmentId}', { params }));
        return shell.lead(call.context, `${FILES}?done=deleted`);
      }
      const alt = withPlainLines(body.alt);
      const asked = await page.ask('PATCH /api/v1/community/attachments/{attachmentId}', { params, body: { alt } });
      if (asked.ok) return shell.lead(call.context, `${FILES}?done=described`);
      if (asked.code !== 'invalid_alt') throw asRefusal(asked);
      const refused = { file: body.file, typed: alt };
      return answer(page, filesPage(page, { ...(await readFiles(page)), status: undefined, refused }), 422);
    },
  };
}
