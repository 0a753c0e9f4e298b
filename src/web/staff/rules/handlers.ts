// Handlers of the page of text rules.
import type { Handlers } from '../../../http/routing/contract.ts';
import { openingBy, submit, withStatus } from '../../forms/opening.ts';
import { requireAsked } from '../../shell/asked.ts';
import type { PageContext } from '../../shell/page-context.ts';
import type { Shell } from '../../shell/shell.ts';
import type { rulesPages } from './contract.ts';
import { RULES_FAULTS, rulesPage, type Tried, type TypedRules } from './rules-page.tsx';

const PAGE = '/admin/rules';

const read = async (page: PageContext) => requireAsked(await page.ask('GET /api/v1/admin/rules', { query: {} }));

const ask = (page: PageContext, { rules, text }: TypedRules) =>
  page.ask('POST /api/v1/admin/rules/try', { body: { rules, ...(text.trim() === '' ? {} : { text }) } });

/** The page with what was typed, and why it was refused or what the rules find. */
async function showAgain(page: PageContext, typed: TypedRules, fault?: string, tried?: Tried) {
  const status = fault === undefined ? 200 : fault === 'version_conflict' ? 409 : 422;
  const view = await read(page);
  return withStatus(status, rulesPage(page, { view, typed, fault, tried }));
}

/** Browsers send line ends as CR LF. */
const withPlainLines = (typed: TypedRules): TypedRules => ({ ...typed, rules: typed.rules.replaceAll('\r\n', '\n') });

export function rulesPageHandlers(shell: Shell): Handlers<typeof rulesPages> {
  const { signedIn } = openingBy(shell);
  return {
    adminRulesPage: signedIn(async (page, { query: { done, version } }) => {
      const query = version === undefined ? {} : { of: version };
      const asked = await page.ask('GET /api/v1/admin/rules', { query });
      if (!asked.ok && version !== undefined) return { redirectTo: PAGE };
      const view = requireAsked(asked);
      return rulesPage(page, { view, done, earlier: version });
    }),
    adminRulesForm: signedIn(async (page, { body }) => {
      const typed = withPlainLines(body);
      const { rules, note, version } = typed;
      const asked = await page.ask('PUT /api/v1/admin/rules', { body: { rules, note, version: Number(version) } });
      return submit(asked, `${PAGE}?done=saved`, async ({ code }) => {
        if (!RULES_FAULTS.has(code)) return false;
        if (code !== 'invalid_rules') return showAgain(page, typed, code);
        const tried = await ask(page, typed);
        return tried.ok ? showAgain(page, typed, code, tried.body) : showAgain(page, typed, 'invalid_body');
      });
    }),
    adminRulesTryForm: signedIn(async (page, { body }) => {
      const typed = withPlainLines(body);
      const asked = await ask(page, typed);
      return submit(
        asked,
        (tried) => showAgain(page, typed, undefined, tried),
        ({ code }) => RULES_FAULTS.has(code) && showAgain(page, typed, code),
      );
    }),
    adminRulesResetForm: signedIn(async (page) => {
      const asked = await page.ask('DELETE /api/v1/admin/rules', {});
      return submit(asked, `${PAGE}?done=reset`, ({ code }) => code === 'rules_not_stored' && { redirectTo: PAGE });
    }),
  };
}
