/** @jsxImportSource preact */
// The current releases as programs name them: ids, sources, and addresses to try.
import type { VNode } from 'preact';
import { FRONT_MESSAGES } from '../messages/shell.ts';
import type { PageProps } from '../shell/page-context.ts';
import { Chip } from '../ui/chip.tsx';

export interface ReleaseLink {
  readonly label: string;
  /** Path and query, percent-encoded. */
  readonly path: string;
}

export interface ReleaseFacts {
  readonly id: string;
  readonly displayName: string;
  readonly region: string;
  readonly releaseId: string;
  readonly sourceId: string;
  readonly links: readonly ReleaseLink[];
}

interface ReleasesProps extends PageProps {
  readonly releases: readonly ReleaseFacts[];
}

/** Lists the current releases with addresses to try. */
export function DeveloperReleases({ page, releases }: ReleasesProps): VNode {
  const say = page.sayFrom(FRONT_MESSAGES);
  return (
    <section class="stack" aria-labelledby="releases">
      <h2 id="releases">{say('release')}</h2>
      {releases.map((release) => (
        <article key={release.id} class="card stack">
          <h3 class="row">
            <a href={page.path(`/catalog/${release.id}`)} dir="auto">
              {release.displayName}
            </a>
            <Chip ticket>{release.region}</Chip>
          </h3>
          <dl class="release-facts">
            <dt>{say('release')}</dt>
            <dd>
              <a href={page.path(`/catalog/${release.id}/releases`)}>
                <code>{release.releaseId}</code>
              </a>
            </dd>
            <dt>{say('source')}</dt>
            <dd>
              <code>{release.sourceId}</code>
            </dd>
          </dl>
          <details>
            <summary>{say('addresses')}</summary>
            <ul class="plain-list address-list">
              {release.links.map(({ path, label }) => (
                <li key={path}>
                  <span lang="en">{label}</span>
                  <a href={`${page.basePath}${path}`}>{readable(path)}</a>
                </li>
              ))}
            </ul>
          </details>
        </article>
      ))}
    </section>
  );
}

/** A path as people read it: its escapes undone where that is safe to show. */
function readable(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}
