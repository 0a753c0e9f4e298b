/** @jsxImportSource preact */
// What the account is notified of: each kind by the bell, by mail or not at all, a summary, and quiet hours.
import type { VNode } from 'preact';
import type { AnswerBody } from '../../client/endpoints.ts';
import { faultsOf } from '../../forms/faults.ts';
import { NOTIFICATION_SETTINGS_MESSAGES, SETTINGS_MESSAGES } from '../../messages/settings.ts';
import type { Page } from '../../shell/page.ts';
import type { PageContext } from '../../shell/page-context.ts';
import { SubmitButton } from '../../ui/button.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { settingsPage } from '../common/frame.tsx';

export type NotificationSettings = AnswerBody<'GET /api/v1/me/notification-settings'>;
type Kind = keyof NotificationSettings['kinds'];

export const NOTIFICATION_SETTINGS_FAULTS = faultsOf(NOTIFICATION_SETTINGS_MESSAGES, {
  invalid_notification_settings: ['quietFrom', 'invalid'],
  version_conflict: 'conflict',
});

export interface NotificationSettingsData {
  readonly settings: NotificationSettings;
  readonly fault?: string;
  readonly done?: string | undefined;
}

const DIGESTS = ['never', 'daily', 'weekly'] as const;
const WAYS = ['bell', 'mail'] as const;

/** The page of the notification settings. */
export function notificationSettingsPage(page: PageContext, { settings, fault, done }: NotificationSettingsData): Page {
  const frame = page.words(SETTINGS_MESSAGES);
  const words = page.words(NOTIFICATION_SETTINGS_MESSAGES);
  const { say } = page;
  const { quietHours, digest, version } = settings;
  return settingsPage(page, {
    section: 'notifications',
    done: done === 'saved' ? say(frame.saved) : undefined,
    faults: NOTIFICATION_SETTINGS_FAULTS.list(page, fault),
    children: (
      <form class="stack stack-loose" method="post" action={page.path('/settings/notifications')}>
        <input type="hidden" name="version" value={version} />
        <p>{say(words.lead)}</p>
        <KindTable page={page} kinds={settings.kinds} />
        <SelectField
          id="digest"
          label={say(words.digest)}
          hint={say(words.digestHint)}
          value={digest}
          choices={DIGESTS.map((value) => ({ value, label: say(words[`digest_${value}`]) }))}
        />
        <fieldset class="settings-quiet">
          <legend>{say(words.quiet)}</legend>
          <p class="meta">{say(words.quietLead)}</p>
          <div class="row">
            <TextField
              id="quietFrom"
              type="time"
              label={say(words.from)}
              value={quietHours?.from}
              error={NOTIFICATION_SETTINGS_FAULTS.at(page, fault, 'quietFrom')}
            />
            <TextField id="quietTo" type="time" label={say(words.to)} value={quietHours?.to} />
            <TextField
              id="timeZone"
              label={say(words.timeZone)}
              hint={say(words.timeZoneHint)}
              value={quietHours?.timeZone ?? ''}
              maxLength={64}
              autocomplete="off"
              spellcheck={false}
              dir="ltr"
            />
          </div>
        </fieldset>
        <SubmitButton variant="main">{say(frame.save)}</SubmitButton>
      </form>
    ),
  });
}

interface KindTableProps {
  readonly page: PageContext;
  readonly kinds: NotificationSettings['kinds'];
}

function KindTable({ page, kinds }: KindTableProps): VNode {
  const words = page.words(NOTIFICATION_SETTINGS_MESSAGES);
  const { say } = page;
  const label = { bell: words.byBell, mail: words.byMail };
  const isKind = (name: string): name is Kind => name in kinds;
  return (
    <table class="settings-kinds">
      <caption class="unseen">{say(words.table)}</caption>
      <thead>
        <tr>
          <th scope="col">{say(words.kind)}</th>
          {WAYS.map((way) => (
            <th key={way} scope="col">
              {say(words[way])}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {Object.keys(kinds)
          .filter(isKind)
          .map((kind) => (
            <tr key={kind}>
              <th scope="row">{say(words[kind])}</th>
              {WAYS.map((way) => (
                <td key={way}>
                  <label class="settings-box">
                    <input
                      type="checkbox"
                      name={`${kind}.${way}`}
                      value="on"
                      checked={kinds[kind]?.[way] ?? false}
                      aria-label={say(label[way], { kind: say(words[kind]) })}
                    />
                  </label>
                </td>
              ))}
            </tr>
          ))}
      </tbody>
    </table>
  );
}
