// Handlers of the settings. Each reads and writes by the routes that a program would use.
import { isConfirmed, namesServers } from '../../http/gates/guard.ts';
import type { Handlers } from '../../http/routing/contract.ts';
import { withPlainLines } from '../forms/lines.ts';
import { openingBy, submit, withStatus } from '../forms/opening.ts';
import { readPicture, UNFIT } from '../forms/picture.ts';
import { isStale, requireAsked } from '../shell/asked.ts';
import { type PageContext, writeQuery } from '../shell/page-context.ts';
import type { Shell } from '../shell/shell.ts';
import { aboutHandlers, readAbout } from './about/handlers.ts';
import type { settingsPages } from './contract.ts';
import { DELETION_FAULTS, dataPage } from './data-page.tsx';
import { displayPage } from './display-page.tsx';
import { draftsPageHandlers } from './drafts/handlers.ts';
import { filesPageHandlers } from './files/handlers.ts';
import { GAME_ACCOUNT_FAULTS, type GameAccountsData, gameAccountsPage } from './game-accounts-page.tsx';
import { listPage } from './list-page.tsx';
import { notificationSettingsHandlers } from './notifications/handlers.ts';
import { PEOPLE_ACTS, type PeopleData, peopleSettingsPage } from './people-page.tsx';
import { PROFILE_FAULTS, type ProfileData, profilePage, typedOf } from './profile-page.tsx';
import { readSignInFacts } from './security/facts.ts';
import { securityHandlers } from './security/handlers.ts';
import { hasMailAlone, type Proof } from './security/proof-fields.tsx';
import { standingPageHandlers } from './standing/handlers.ts';
import { SCOPES, TOKEN_FAULTS, type TokensData, tokensPage } from './tokens-page.tsx';

const DAY_MS = 86_400_000;
const toConfirmation = { redirectTo: `/settings/confirm${writeQuery({ then: '/settings/data' })}` };

export function settingsHandlers({ shell }: { readonly shell: Shell }): Handlers<typeof settingsPages> {
  const { signedIn } = openingBy(shell);
  return {
    ...securityHandlers(shell),
    ...standingPageHandlers(shell),
    ...filesPageHandlers(shell),
    ...draftsPageHandlers(shell),
    ...notificationSettingsHandlers(shell),
    ...aboutHandlers({ shell, showProfile }),
    settingsPage: signedIn(listPage),
    profileSettingsPage: signedIn((page, { query }) => showProfile(page, query)),
    profileForm: signedIn(async (page, call) => {
      const { version, ...sent } = call.body;
      const typed = { ...sent, bio: withPlainLines(sent.bio) };
      const stored = typedOf(await readProfile(page));
      const changes = {
        ...(typed.displayName === stored.displayName ? {} : { displayName: typed.displayName }),
        ...(typed.handle === stored.handle ? {} : { handle: typed.handle === '' ? null : typed.handle }),
        ...(typed.bio === stored.bio ? {} : { bio: typed.bio === '' ? null : typed.bio }),
      };
      const saved = '/settings/profile?done=saved';
      if (Object.keys(changes).length === 0) return { redirectTo: saved };
      return submit(
        await page.ask('PATCH /api/v1/account/profile', { body: { ...changes, version } }),
        saved,
        ({ code }) =>
          PROFILE_FAULTS.has(code) &&
          withStatus(code === 'profile_conflict' ? 409 : 422, showProfile(page, { typed, fault: code })),
      );
    }),
    pictureForm: signedIn(async (page, { context }) => {
      const again = () => showProfile(page, { isPictureUnfit: true });
      const file = await readPicture(context, 'picture');
      if (file === undefined) return withStatus(422, again());
      const asked = await page.ask('PUT /api/v1/account/avatar', { file });
      return submit(asked, '/settings/profile?done=picture-sent', ({ status }) => UNFIT.has(status) && again());
    }),
    pictureRemoveForm: signedIn(async (page) =>
      submit(await page.ask('DELETE /api/v1/account/avatar', {}), '/settings/profile?done=picture-removed'),
    ),
    displaySettingsPage: signedIn((page, { query }) => displayPage(page, query.done)),
    peopleSettingsPage: signedIn(async (page, { query }) => {
      const { done, uid, blocks: blocksCursor, mutes: mutesCursor } = query;
      const [blocks, mutes, act] = await Promise.all([
        page.ask('GET /api/v1/community/me/blocks', { query: { cursor: blocksCursor } }),
        page.ask('GET /api/v1/community/me/mutes', { query: { cursor: mutesCursor } }),
        readAct(page, done, uid),
      ]);
      if ([blocks, mutes].some(isStale)) return { redirectTo: '/settings/people' };
      return peopleSettingsPage(page, { blocks: requireAsked(blocks), mutes: requireAsked(mutes), done: act });
    }),
    relationForm: signedIn(async (page, { body }) => {
      const { uid, relation } = body;
      const active = body.active === 'true';
      const given = { params: { uid }, body: { active } };
      const act = `${active ? '' : 'un'}${relation === 'block' ? 'blocked' : 'muted'}`;
      return submit(
        relation === 'block'
          ? await page.ask('PUT /api/v1/community/users/{uid}/block', given)
          : await page.ask('PUT /api/v1/community/users/{uid}/mute', given),
        `/settings/people?done=${act}&uid=${uid}`,
      );
    }),
    tokensPage: signedIn(async (page, { query: { done } }) => {
      const [tokens, proof] = await Promise.all([readTokens(page), readNeededProof(page)]);
      return tokensPage(page, { ...tokens, proof, done });
    }),
    tokenForm: signedIn(async (page, call) => {
      const { name, expiry, servers = '', password = '', code = '' } = call.body;
      const scopes = SCOPES.filter((scope) => call.body[scope] === 'on');
      let cookies: readonly string[] = [];
      const show = async (status: number, data: Omit<TokensData, 'tokens' | 'isAdministrator'>) => ({
        page: tokensPage(page, { ...(await readTokens(page)), ...data }),
        status,
        cookies,
      });
      const typed = { name, scopes, servers, expiry };
      if (password !== '' || code !== '') {
        const asked = await page.ask('POST /api/v1/account/confirm', { body: code === '' ? { password } : { code } });
        if (!asked.ok && asked.code === 'confirmation_failed') {
          const proof = { facts: await readSignInFacts(page), isWrong: true };
          return show(422, { typed, proof, fault: asked.code });
        }
        requireAsked(asked);
        if (asked.ok) cookies = asked.cookies;
      }
      const expiresAt = expiry === '' ? null : Date.now() + Number(expiry) * DAY_MS;
      const named = servers.split(/[\s,]+/).filter(Boolean);
      const body = { name, scopes, expiresAt, ...(namesServers(scopes) && { servers: named }) };
      return submit(
        await page.ask('POST /api/v1/account/tokens', { body, cookies }),
        ({ token, secret = '' }) => show(200, { made: { name: token.name, secret } }),
        async ({ code: fault }) => {
          if (fault === 'reauthentication_required') {
            const facts = await readSignInFacts(page);
            const isMailed = hasMailAlone(facts) && (await page.ask('POST /api/v1/account/confirm', { body: {} })).ok;
            return show(403, { typed, proof: { facts, isMailed } });
          }
          return TOKEN_FAULTS.has(fault) && show(422, { typed, fault, proof: await readNeededProof(page, cookies) });
        },
      );
    }),
    tokenRevokeForm: signedIn(async (page, { params }) =>
      submit(await page.ask('DELETE /api/v1/account/tokens/{id}', { params }), '/settings/tokens?done=revoked'),
    ),
    dataPage: signedIn((page) => dataPage(page)),
    exportForm: signedIn(({ actor }) =>
      actor !== undefined && isConfirmed(actor) ? { redirectTo: '/api/v1/account/export' } : toConfirmation,
    ),
    gameAccountsPage: signedIn((page, { query }) => showGameAccounts(page, query)),
    gameAccountForm: signedIn(async (page, call) => {
      const { displayName, public: shown, ...named } = call.body;
      const isPublic = shown === 'on';
      const asked = await page.ask('POST /api/v1/account/game-accounts', {
        body: { ...named, displayName: displayName === '' ? null : displayName, public: isPublic },
      });
      const typed = { ...named, displayName, isPublic };
      return submit(
        asked,
        '/settings/game-accounts?done=added',
        ({ code }) => GAME_ACCOUNT_FAULTS.has(code) && showGameAccounts(page, { typed, fault: code }),
      );
    }),
    gameAccountRemoveForm: signedIn(async (page, { params }) =>
      submit(
        await page.ask('DELETE /api/v1/account/game-accounts/{id}', { params }),
        '/settings/game-accounts?done=removed',
      ),
    ),
    deletionForm: signedIn(async (page, { body }) =>
      submit(await page.ask('DELETE /api/v1/account/profile', { body }), '/', ({ code }) => {
        if (code === 'reauthentication_required') return toConfirmation;
        return DELETION_FAULTS.has(code) && dataPage(page, { typed: body.confirmation, fault: code });
      }),
    ),
  };
}

const readProfile = async (page: PageContext) =>
  requireAsked(await page.ask('GET /api/v1/account/profile', {})).profile;

const showProfile = async (page: PageContext, data: Omit<ProfileData, 'profile' | 'about'>) => {
  const [profile, about] = await Promise.all([readProfile(page), readAbout(page)]);
  return profilePage(page, { profile, about, ...data });
};

const showGameAccounts = async (page: PageContext, data: Omit<GameAccountsData, 'gameAccounts'>) =>
  gameAccountsPage(page, { ...requireAsked(await page.ask('GET /api/v1/account/game-accounts', {})), ...data });

/** The proof that a token needs before it is made; undefined where the session has it, which cookies may just have brought. */
const readNeededProof = async (page: PageContext, cookies: readonly string[] = []): Promise<Proof | undefined> =>
  cookies.length > 0 || page.actor === undefined || isConfirmed(page.actor)
    ? undefined
    : { facts: await readSignInFacts(page) };

const readTokens = async (page: PageContext) => ({
  tokens: requireAsked(await page.ask('GET /api/v1/account/tokens', {})).tokens,
  isAdministrator: page.viewer?.role === 'administrator',
});

/** What a form just did to a person, with the name; nothing where the address does not say so. */
async function readAct(page: PageContext, done = '', uid = ''): Promise<PeopleData['done']> {
  const act = PEOPLE_ACTS.find((name) => name === done);
  if (act === undefined || !/^[1-9]\d{0,14}$/.test(uid)) return undefined;
  const asked = await page.ask('GET /api/v1/community/users/{uid}', { params: { uid }, query: { limit: 1 } });
  return asked.ok ? { act, uid: Number(uid), name: asked.body.profile.displayName } : undefined;
}
