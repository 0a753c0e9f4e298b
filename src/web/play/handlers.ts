// Handler of the page about playing.
import type { LevelPages } from '../../features/levels/charts/song-levels.ts';
import type { Handlers } from '../../http/routing/contract.ts';
import { isRefusal } from '../../kernel/refusal.ts';
import type { Shell } from '../shell/shell.ts';
import type { playContract } from './contract.ts';
import { type PlayList, playPage } from './play-page.tsx';

export interface PlayDependencies {
  readonly shell: Shell;
  readonly songs: LevelPages;
}

const PAGE_SONGS = 24;

export function playHandlers({ shell, songs }: PlayDependencies): Handlers<typeof playContract> {
  async function readList(q: string, wished: number): Promise<PlayList | undefined> {
    const terms = q === '' ? undefined : q;
    try {
      const { total, songs: shown } = await songs.listSongs(terms, wished, PAGE_SONGS);
      const pages = Math.max(1, Math.ceil(total / PAGE_SONGS));
      if (wished > pages) return await readList(q, pages);
      return { q, total, songs: shown, page: wished, pages };
    } catch (error) {
      if (isRefusal(error)) return undefined;
      throw error;
    }
  }

  return {
    playPage: (call) =>
      shell.answerKept(call, 'releases', async (page) => {
        const text = new URLSearchParams(call.context.search).get('page') ?? '';
        const wished = /^[1-9]\d{0,5}$/.test(text) ? Number(text) : 1;
        return playPage(page, await readList(call.query.q?.trim() ?? '', wished));
      }),
  };
}
