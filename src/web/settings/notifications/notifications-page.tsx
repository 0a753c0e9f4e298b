/** @jsxImportSource preact */
// What the account is notified of: each kind by the bell, by mail or not at all, a summary, and quiet hours.
import type { VNode } from 'preact';
import type { AnswerBody } from '../../client/endpoints.ts';
import { faultsOf } from '../../forms/faults.ts';
import { NOTIFICATION_SETTINGS_MESSAGES, SETTINGS_MESSAGES } from '../../messages/settings.ts';
import type { Page } from '../../shell/page.ts';
import type { PageContext, PageProps } from '../../shell/page-context.ts';
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
  const sayFrame = page.sayFrom(SETTINGS_MESSAGES);
  const say = page.sayFrom(NOTIFICATION_SETTINGS_MESSAGES);
  const { quietHours, digest, version } = settings;
  return settingsPage(page, {
    section: 'notifications',
    done: done === 'saved' ? sayFrame('saved') : undefined,
    faults: NOTIFICATION_SETTINGS_FAULTS.list(page, fault),
    children: (
      <form class="stack stack-loose" method="post" action={page.path('/settings/notifications')}>
        <input type="hidden" name="version" value={version} />
        <p>{say('lead')}</p>
        <KindTable page={page} kinds={settings.kinds} />
        <SelectField
          id="digest"
          label={say('digest')}
          hint={say('digestHint')}
          value={digest}
          choices={DIGESTS.map((value) => ({ value, label: say(`digest_${value}`) }))}
        />
        <fieldset class="settings-quiet">
          <legend>{say('quiet')}</legend>
          <p class="meta">{say('quietLead')}</p>
          <div class="row">
            <TextField
              id="quietFrom"
              type="time"
              label={say('from')}
              value={quietHours?.from}
              error={NOTIFICATION_SETTINGS_FAULTS.at(page, fault, 'quietFrom')}
            />
            <TextField id="quietTo" type="time" label={say('to')} value={quietHours?.to} />
            <TextField
              id="timeZone"
              label={say('timeZone')}
              hint={say('timeZoneHint')}
              value={quietHours?.timeZone ?? ''}
              maxLength={64}
              autocomplete="off"
              spellcheck={false}
              dir="ltr"
            />
          </div>
        </fieldset>
        <SubmitButton variant="main">{sayFrame('save')}</SubmitButton>
      </form>
    ),
  });
}

function KindTable({ page, kinds }: PageProps & { readonly kinds: NotificationSettings['kinds'] }): VNode {
  const say = page.sayFrom(NOTIFICATION_SETTINGS_MESSAGES);
  const label = { bell: 'byBell', mail: 'byMail' } as const;
  const isKind = (name: string): name is Kind => name in kinds;
  return (
    <table class="settings-kinds">
      <caption class="unseen">{say('table')}</caption>
      <thead>
        <tr>
          <th scope="col">{say('kind')}</th>
          {WAYS.map((way) => (
            <th key={way} scope="col">
              {say(way)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {Object.keys(kinds)
          .filter(isKind)
          .map((kind) => (
            <tr key={kind}>
              <th scope="row">{say(kind)}</th>
              {WAYS.map((way) => (
                <td key={way}>
                  <label class="settings-box">
                    <input
                      type="checkbox"
                      name={`${kind}.${way}`}
                      value="on"
                      checked={kinds[kind]?.[way] ?? false}
                      aria-label={say(label[way], { kind: say(kind) })}
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
