/** @jsxImportSource preact */
// One's accounts on game servers: those that there are, and the form of a new one.
import type { VNode } from 'preact';
import type { AnswerBody } from '../client/endpoints.ts';
import { doneOf, faultsOf } from '../forms/faults.ts';
import { GAME_ACCOUNT_SETTINGS_MESSAGES, SETTINGS_MESSAGES } from '../messages/settings.ts';
import type { Page } from '../shell/page.ts';
import type { PageContext } from '../shell/page-context.ts';
import { SubmitButton } from '../ui/button.tsx';
import { ButtonForm } from '../ui/button-form.tsx';
import { Chip } from '../ui/chip.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { CheckField, TextField } from '../ui/field.tsx';
import { iconPlay } from '../ui/icons.ts';
import { TitledSection } from '../ui/titled-section.tsx';
import { settingsPage } from './common/frame.tsx';

type GameAccount = AnswerBody<'GET /api/v1/account/game-accounts'>['gameAccounts'][number];

interface TypedGameAccount {
  readonly provider: string;
  readonly region: string;
  readonly playerUid: string;
  readonly displayName: string;
  readonly isPublic: boolean;
}

export const GAME_ACCOUNT_FAULTS = faultsOf(GAME_ACCOUNT_SETTINGS_MESSAGES, {
  invalid_game_account: ['provider', 'invalid'],
  game_account_exists: ['playerUid', 'exists'],
  game_account_limit: 'limit',
});
const sayDone = doneOf(GAME_ACCOUNT_SETTINGS_MESSAGES, { added: 'added', removed: 'removed' });

export interface GameAccountsData {
  readonly gameAccounts: readonly GameAccount[];
  readonly typed?: TypedGameAccount;
  readonly fault?: string;
  readonly done?: string | undefined;
}

export function gameAccountsPage(page: PageContext, data: GameAccountsData): Page {
  const say = page.sayFrom(GAME_ACCOUNT_SETTINGS_MESSAGES);
  const { gameAccounts, typed, fault, done } = data;
  return settingsPage(page, {
    section: 'gameAccounts',
    done: sayDone(page, done),
    faults: GAME_ACCOUNT_FAULTS.list(page, fault),
    children: (
      <>
        <TitledSection titleId="list-title" title={say('list')}>
          {gameAccounts.length === 0 ? (
            <EmptyState icon={iconPlay} text={say('none')} />
          ) : (
            <ul class="plain-list settings-items">
              {gameAccounts.map((account) => (
                <GameAccountItem key={account.id} item={{ page, account }} />
              ))}
            </ul>
          )}
        </TitledSection>
        <TitledSection titleId="add-title" title={say('add')}>
          <form class="stack" method="post" action={page.path('/settings/game-accounts')}>
            {(['provider', 'region', 'playerUid'] as const).map((name) => (
              <TextField
                key={name}
                id={name}
                label={say(name)}
                hint={name === 'playerUid' ? undefined : say(`${name}Hint`)}
                error={GAME_ACCOUNT_FAULTS.at(page, fault, name)}
                value={typed?.[name]}
                required
                maxLength={name === 'playerUid' ? 64 : 32}
                autocomplete="off"
                spellcheck={false}
                dir="ltr"
              />
            ))}
            <TextField
              id="displayName"
              label={say('name')}
              value={typed?.displayName}
              maxLength={160}
              autocomplete="off"
              dir="auto"
            />
            <CheckField id="public" label={say('isPublic')} value="on" checked={typed?.isPublic ?? false} />
            <SubmitButton variant="main">{say('addAct')}</SubmitButton>
          </form>
        </TitledSection>
      </>
    ),
  });
}

interface ItemProps {
  readonly item: { readonly page: PageContext; readonly account: GameAccount };
}

function GameAccountItem({ item: { page, account } }: ItemProps): VNode {
  const say = page.sayFrom(GAME_ACCOUNT_SETTINGS_MESSAGES);
  const { id, provider, region, playerUid, displayName, public: isPublic } = account;
  return (
    <li>
      <div>
        <strong dir="auto">{displayName ?? playerUid}</strong>
        <p class="meta" dir="ltr">
          {[provider, region, playerUid].join(' · ')}
        </p>
        <Chip>{say(isPublic ? 'shown' : 'hidden')}</Chip>
      </div>
      <ButtonForm
        action={page.path(`/settings/game-accounts/${id}/removal`)}
        variant="danger"
        aria-label={page.sayFrom(SETTINGS_MESSAGES)('removeOf', { name: displayName ?? playerUid })}
      >
        {page.sayFrom(SETTINGS_MESSAGES)('remove')}
      </ButtonForm>
    </li>
  );
}
