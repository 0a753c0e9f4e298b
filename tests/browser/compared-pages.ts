// Pages whose pictures tools/compare-pictures.ts compares with an earlier version: one of each kind, in this order. Their states do
// not depend on time, chance, or the machine. The health checks and the mirror of a provider, for example, do.
import { words } from '../fixtures/words.ts';

export const COMPARED_PAGES: readonly string[] = words(`
  home about rules privacy missing sign-in register forgot-sent password-dead play-found catalog search list-cards
  list-cards-filtered list-songs-table list-nothing entity-card entity-character entity-story song compare-cards
  files-folder file-picture developers docs post post-pictures post-thread post-own post-revisions post-missing
  community-search bookmarks compose compose-stranger settings settings-profile settings-address list list-import
  notifications-none admin-doors admin-tokens admin-retire admin-accounts-nobody
`);
