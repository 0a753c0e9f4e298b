// Handlers of what the account is notified of.
import type { Handlers } from '../../../http/routing/contract.ts';
import { openingBy, submit, withStatus } from '../../forms/opening.ts';
import { requireAsked } from '../../shell/asked.ts';
import type { PageContext } from '../../shell/page-context.ts';
import type { Shell } from '../../shell/shell.ts';
import type { notificationSettingsPages } from './contract.ts';
import {
  NOTIFICATION_SETTINGS_FAULTS,
  type NotificationSettings,
  notificationSettingsPage,
} from './notifications-page.tsx';

const PAGE = '/settings/notifications';

const readSettings = async (page: PageContext): Promise<NotificationSettings> =>
  requireAsked(await page.ask('GET /api/v1/me/notification-settings', {}));

export function notificationSettingsHandlers(shell: Shell): Handlers<typeof notificationSettingsPages> {
  const { signedIn } = openingBy(shell);
  return {
    notificationSettingsPage: signedIn(async (page, { query: { done } }) =>
      notificationSettingsPage(page, { settings: await readSettings(page), done }),
    ),
    notificationSettingsForm: signedIn(async (page, { body }) => {
      const stored = await readSettings(page);
      const isTicked = (kind: string, way: 'bell' | 'mail'): boolean => body[`${kind}.${way}`] === 'on';
      const kinds = Object.fromEntries(
        Object.keys(stored.kinds).map((kind) => [
          kind,
          { bell: isTicked(kind, 'bell'), mail: isTicked(kind, 'mail'), push: false as const },
        ]),
      );
      const { digest, quietFrom: from, quietTo: to, version } = body;
      const quietHours = from === '' && to === '' ? null : { from, to, timeZone: body.timeZone.trim() };
      const asked = await page.ask('PUT /api/v1/me/notification-settings', {
        body: { kinds, quietHours, digest, version },
      });
      const typed = { kinds, quietHours, digest, version: stored.version };
      return submit(
        asked,
        `${PAGE}?done=saved`,
        ({ code }) =>
          NOTIFICATION_SETTINGS_FAULTS.has(code) &&
          withStatus(
            code === 'version_conflict' ? 409 : 422,
            notificationSettingsPage(page, { settings: typed, fault: code }),
          ),
      );
    }),
  };
}
