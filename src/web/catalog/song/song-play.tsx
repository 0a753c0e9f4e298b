/** @jsxImportSource preact */
// How to play a level: a link for this device, a QR code for a phone, and what a new player does.
import type { VNode } from 'preact';
import {
  exampleAddress,
  isOnThisMachine,
  openAddress,
  serverAddress,
} from '../../../features/levels/charts/game-client-links.ts';
import { PLAY_MESSAGES } from '../../messages/song.ts';
import { LinkButton } from '../../ui/button.tsx';
import { iconPlay } from '../../ui/icons.ts';
import { difficultyName } from '../../ui/play/difficulty.tsx';
import { PlayReach } from '../../ui/play/play-reach.tsx';
import type { SongProps } from './song-head.tsx';

export interface SongPlayProps extends Pick<SongProps, 'catalog' | 'song'> {
  /** Name of the level, as clients know it. */
  readonly name: string;
}

export function SongPlay({ catalog: { page }, song, name }: SongPlayProps): VNode {
  const say = page.sayFrom(PLAY_MESSAGES);
  const difficulty = difficultyName(song.chosen.difficulty);
  const address = openAddress(page, name);
  const host = serverAddress(page);
  const steps = [
    say('stepInstall'),
    say('stepOpen', { difficulty }),
    say('stepServer', { host }),
    say('stepFind'),
    say('stepPlay'),
  ];
  return (
    <section class="card song-play" aria-labelledby="play">
      <div class="stack">
        <h2 id="play">{say('play')}</h2>
        <p>
          <LinkButton variant="main" icon={iconPlay} href={address}>
            {say('open', { difficulty })}
          </LinkButton>
        </p>
        <details>
          <summary>{say('firstTime')}</summary>
          <ol>
            {steps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        </details>
      </div>
      <PlayReach
        code={isOnThisMachine(page) ? undefined : address}
        label={say('codeLevel', { difficulty })}
        hint={say('scan')}
        steps={[
          say('reachWhy'),
          say('reachFind'),
          say('reachOpen', { example: exampleAddress(page, page.request.path) }),
        ]}
        title={say('reach')}
      />
    </section>
  );
}
