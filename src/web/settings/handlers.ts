// Handlers of the settings. Each reads and writes by the routes that a program would use.
import { isConfirmed } from '../../http/gates/guard.ts';
import { readFormFile } from '../../http/routing/body.ts';
import type { Handlers } from '../../http/routing/contract.ts';
import { isRefusal } from '../../kernel/refusal.ts';
import { withPlainLines } from '../forms/lines.ts';
import { cursorOf, openingBy } from '../forms/opening.ts';
import { asRefusal, isStale, requireAsked } from '../shell/asked.ts';
import { type PageContext, writeQuery } from '../shell/page-context.ts';
import type { PageCall, Shell } from '../shell/shell.ts';
import type { settingsPages } from './contract.ts';
import { dataPage, isDataFault } from './data-page.tsx';
import { displayPage } from './display-page.tsx';
import { filesPageHandlers } from './files/handlers.ts';
import { gameAccountsPage, isGameAccountFault } from './game-accounts-page.tsx';
import { listPage } from './list-page.tsx';
import { PEOPLE_ACTS, type PeopleData, peopleSettingsPage } from './people-page.tsx';
import { isProfileFault, profilePage, typedOf } from './profile-page.tsx';
import { readSignInFacts } from './security/facts.ts';
import { securityHandlers } from './security/handlers.ts';
import { hasMailAlone, type Proof } from './security/proof-fields.tsx';
import { standingPageHandlers } from './standing/handlers.ts';
import { isTokenFault, SCOPES, type TokensData, tokensPage } from './tokens-page.tsx';

const DAY_MS = 86_400_000;
/** As much as the route of the picture takes. */
const PICTURE_BYTES_MAX = 2 * 1024 * 1024;

export function settingsHandlers({ shell }: { readonly shell: Shell }): Handlers<typeof settingsPages> {
  const { open, answer } = openingBy(shell);
  const readProfile = async (page: PageContext) =>
    requireAsked(await page.ask('GET /api/v1/account/profile', {})).profile;

  const leadToConfirmation = ({ context }: PageCall): Response =>
    shell.lead(context, `/settings/confirm${writeQuery({ then: '/settings/data' })}`);

  return {
    ...securityHandlers(shell),
    ...standingPageHandlers(shell),
    ...filesPageHandlers(shell),
    settingsPage: async (call) => {
      const page = await open(call);
      return answer(page, listPage(page));
    },
    profileSettingsPage: async (call) => {
      const page = await open(call);
      return answer(page, profilePage(page, { profile: await readProfile(page), done: call.query.done }));
    },
    profileForm: async (call) => {
      const page = await open(call);
      const { version, ...sent } = call.body;
      const typed = { ...sent, bio: withPlainLines(sent.bio) };
      const stored = typedOf(await readProfile(page));
      const changes = {
        ...(typed.displayName === stored.displayName ? {} : { displayName: typed.displayName }),
        ...(typed.handle === stored.handle ? {} : { handle: typed.handle === '' ? null : typed.handle }),
        ...(typed.bio === stored.bio ? {} : { bio: typed.bio === '' ? null : typed.bio }),
      };
      const leadBack = () => shell.lead(call.context, '/settings/profile?done=saved');
      if (Object.keys(changes).length === 0) return leadBack();
      const asked = await page.ask('PATCH /api/v1/account/profile', { body: { ...changes, version } });
      if (asked.ok) return leadBack();
      const { code } = asked;
      if (!isProfileFault(code)) requireAsked(asked);
      const profile = await readProfile(page);
      const status = code === 'profile_conflict' ? 409 : 422;
      return answer(page, profilePage(page, { profile, refused: { typed, code } }), status);
    },
    pictureForm: async (call) => {
      const page = await open(call);
      const file = await readPicture(call);
      const asked = file && (await page.ask('PUT /api/v1/account/avatar', { file }));
      if (asked?.ok) return shell.lead(call.context, '/settings/profile?done=picture-sent');
      if (asked !== undefined && ![400, 413, 415, 422].includes(asked.status)) throw asRefusal(asked);
      return answer(page, profilePage(page, { profile: await readProfile(page), isPictureUnfit: true }), 422);
    },
    pictureRemoveForm: async (call) => {
      const page = await open(call);
      requireAsked(await page.ask('DELETE /api/v1/account/avatar', {}));
      return shell.lead(call.context, '/settings/profile?done=picture-removed');
    },
    displaySettingsPage: async (call) => {
      const page = await open(call);
      return answer(page, displayPage(page, call.query.done));
    },
    peopleSettingsPage: async (call) => {
      const page = await open(call);
      const { done, uid, blocks: blocksCursor, mutes: mutesCursor } = call.query;
      const [blocks, mutes, act] = await Promise.all([
        page.ask('GET /api/v1/community/me/blocks', { query: cursorOf(blocksCursor) }),
        page.ask('GET /api/v1/community/me/mutes', { query: cursorOf(mutesCursor) }),
        readAct(page, done, uid),
      ]);
      if ([blocks, mutes].some(isStale)) {
        return shell.lead(call.context, '/settings/people');
      }
      const data = { blocks: requireAsked(blocks), mutes: requireAsked(mutes), done: act };
      return answer(page, peopleSettingsPage(page, data));
    },
    relationForm: async (call) => {
      const page = await open(call);
      const { uid, relation } = call.body;
      const active = call.body.active === 'true';
      const given = { params: { uid }, body: { active } };
      requireAsked(
        relation === 'block'
          ? await page.ask('PUT /api/v1/community/users/{uid}/block', given)
          : await page.ask('PUT /api/v1/community/users/{uid}/mute', given),
      );
      const act = `${active ? '' : 'un'}${relation === 'block' ? 'blocked' : 'muted'}`;
      return shell.lead(call.context, `/settings/people?done=${act}&uid=${uid}`);
    },
    tokensPage: async (call) => {
      const page = await open(call);
      const [tokens, proof] = await Promise.all([readTokens(page), readNeededProof(page)]);
      return answer(page, tokensPage(page, { ...tokens, proof, done: call.query.done }));
    },
    tokenForm: async (call) => {
      const page = await open(call);
      const { name, expiry, servers = '', password = '', code = '' } = call.body;
      const scopes = SCOPES.filter((scope) => call.body[scope] === 'on');
      let cookies: readonly string[] = [];
      const show = async (data: Omit<TokensData, 'tokens' | 'mayPublish'>, status: number) =>
        answer(page, tokensPage(page, { ...(await readTokens(page)), ...data }), status, cookies);
      const typed = { name, scopes, servers, expiry };
      if (password !== '' || code !== '') {
        const asked = await page.ask('POST /api/v1/account/confirm', { body: code === '' ? { password } : { code } });
        if (!asked.ok && asked.code === 'confirmation_failed') {
          const proof = { facts: await readSignInFacts(page), isWrong: true };
          return show({ typed, proof, fault: 'confirmation_failed' }, 422);
        }
        requireAsked(asked);
        if (asked.ok) cookies = asked.cookies;
      }
      const expiresAt = expiry === '' ? null : Date.now() + Number(expiry) * DAY_MS;
      const named = scopes.includes('publish') ? { servers: servers.split(/[\s,]+/).filter(Boolean) } : {};
      const body = { name, scopes, expiresAt, ...named };
      const asked = await page.ask('POST /api/v1/account/tokens', { body, cookies });
      if (asked.ok) return show({ made: { name: asked.body.token.name, secret: asked.body.secret } }, 200);
      if (asked.code === 'reauthentication_required') {
        const facts = await readSignInFacts(page);
        const mailed = hasMailAlone(facts) && (await page.ask('POST /api/v1/account/confirm', { body: {} })).ok;
        return show({ typed, proof: { facts, isMailed: mailed } }, 403);
      }
      if (!isTokenFault(asked.code)) throw asRefusal(asked);
      return show({ typed, fault: asked.code, proof: await readNeededProof(page, cookies) }, 422);
    },
    tokenRevokeForm: async (call) => {
      const page = await open(call);
      requireAsked(await page.ask('DELETE /api/v1/account/tokens/{id}', { params: { id: call.params.id } }));
      return shell.lead(call.context, '/settings/tokens?done=revoked');
    },
    dataPage: async (call) => {
      const page = await open(call);
      return answer(page, dataPage(page));
    },
    exportForm: async (call) => {
      const page = await open(call);
      return page.actor !== undefined && isConfirmed(page.actor)
        ? shell.lead(call.context, '/api/v1/account/export')
        : leadToConfirmation(call);
    },
    gameAccountsPage: async (call) => {
      const page = await open(call);
      return answer(
        page,
        gameAccountsPage(page, { gameAccounts: await readGameAccounts(page), done: call.query.done }),
      );
    },
    gameAccountForm: async (call) => {
      const page = await open(call);
      const { provider, region, playerUid, displayName, public: shown } = call.body;
      const isPublic = shown === 'on';
      const asked = await page.ask('POST /api/v1/account/game-accounts', {
        body: { provider, region, playerUid, displayName: displayName === '' ? null : displayName, public: isPublic },
      });
      if (asked.ok) return shell.lead(call.context, '/settings/game-accounts?done=added');
      const { code } = asked;
      if (!isGameAccountFault(code)) throw asRefusal(asked);
      const refused = { typed: { provider, region, playerUid, displayName, isPublic }, code };
      return answer(page, gameAccountsPage(page, { gameAccounts: await readGameAccounts(page), refused }), 422);
    },
    gameAccountRemoveForm: async (call) => {
      const page = await open(call);
      const { id } = call.params;
      requireAsked(await page.ask('DELETE /api/v1/account/game-accounts/{id}', { params: { id } }));
      return shell.lead(call.context, '/settings/game-accounts?done=removed');
    },
    deletionForm: async (call) => {
      const page = await open(call);
      const { confirmation } = call.body;
      const asked = await page.ask('DELETE /api/v1/account/profile', { body: { confirmation } });
      if (asked.ok) return shell.lead(call.context, '/', asked.cookies);
      const { code } = asked;
      if (code === 'reauthentication_required') return leadToConfirmation(call);
      if (!isDataFault(code)) throw asRefusal(asked);
      return answer(page, dataPage(page, { typed: confirmation, code }), 422);
    },
  };
}

const readGameAccounts = async (page: PageContext) =>
  requireAsked(await page.ask('GET /api/v1/account/game-accounts', {})).gameAccounts;

/** The proof that a token needs before it is made; undefined where the session has it, which cookies may just have brought. */
const readNeededProof = async (page: PageContext, cookies: readonly string[] = []): Promise<Proof | undefined> =>
  cookies.length > 0 || page.actor === undefined || isConfirmed(page.actor)
    ? undefined
    : { facts: await readSignInFacts(page) };

const readTokens = async (page: PageContext) => ({
  tokens: requireAsked(await page.ask('GET /api/v1/account/tokens', {})).tokens,
  mayPublish: page.viewer?.role === 'administrator',
});

/** What a form just did to a person, with the name; nothing where the address does not say so. */
async function readAct(page: PageContext, done = '', uid = ''): Promise<PeopleData['done']> {
  const act = PEOPLE_ACTS.find((name) => name === done);
  if (act === undefined || !/^[1-9]\d{0,14}$/.test(uid)) return undefined;
  const asked = await page.ask('GET /api/v1/community/users/{uid}', { params: { uid }, query: { limit: 1 } });
  return asked.ok ? { act, uid: Number(uid), name: asked.body.profile.displayName } : undefined;
}

/** The picture of a form; undefined when there is none, or when it is too large. */
const readPicture = ({ context }: Pick<PageCall, 'context'>): Promise<File | undefined> =>
  readFormFile(context, 'picture', PICTURE_BYTES_MAX).catch((error: unknown) => {
    if (isRefusal(error, 'request_too_large')) return undefined;
    throw error;
  });
