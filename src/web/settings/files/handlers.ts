// Handlers of one's own files.
import { LISTED_STATUSES } from '../../../features/uploads/common/attachments.ts';
import type { Handlers } from '../../../http/routing/contract.ts';
import { withPlainLines } from '../../forms/lines.ts';
import { openingBy, submit } from '../../forms/opening.ts';
import { requireAsked, showList } from '../../shell/asked.ts';
import type { Shell } from '../../shell/shell.ts';
import type { filesPages } from './contract.ts';
import { filesPage } from './files-page.tsx';

const FILES = '/settings/files';

export function filesPageHandlers(shell: Shell): Handlers<typeof filesPages> {
  const { signedIn } = openingBy(shell);
  return {
    filesPage: signedIn(async (page, { query }) => {
      const { done, cursor } = query;
      const status = LISTED_STATUSES.find((name) => name === query.status);
      const asked = await page.ask('GET /api/v1/community/me/attachments', { query: { status, cursor } });
      return showList(asked, FILES, (files) => filesPage(page, { ...files, status, done }));
    }),
    fileForm: signedIn(async (page, { body }) => {
      const params = { attachmentId: body.file };
      if (body.act === 'delete') {
        const asked = await page.ask('DELETE /api/v1/community/attachments/{attachmentId}', { params });
        return submit(asked, `${FILES}?done=deleted`);
      }
      const alt = withPlainLines(body.alt);
      const again = async () => {
        const files = requireAsked(await page.ask('GET /api/v1/community/me/attachments', {}));
        return filesPage(page, { ...files, status: undefined, refused: { file: body.file, typed: alt } });
      };
      const asked = await page.ask('PATCH /api/v1/community/attachments/{attachmentId}', { params, body: { alt } });
      return submit(asked, `${FILES}?done=described`, ({ code }) => code === 'invalid_alt' && again());
    }),
  };
}
