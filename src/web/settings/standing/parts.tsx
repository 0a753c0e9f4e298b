/** @jsxImportSource preact */
// A restriction and a decision in words, as the list and the form of an appeal show them.
import type { VNode } from 'preact';
import { tellsReason } from '../../../features/moderation/common/texts.ts';
import type { AnswerBody } from '../../client/endpoints.ts';
import { STANDING_MESSAGES } from '../../messages/settings.ts';
import type { PageContext, PageProps } from '../../shell/page-context.ts';
import { fillElements } from '../../ui/text/fill-elements.tsx';
import { Time } from '../../ui/time.tsx';

export type Standing = AnswerBody<'GET /api/v1/account/standing'>;
export type Restriction = Standing['restrictions'][number];
export type Decision = Standing['decisions'][number];

/** What a reason code says; a rule and the classifier give none. */
function sayReason(page: PageContext, code: string | null): string {
  const say = page.sayFrom(STANDING_MESSAGES);
  return code === null ? say('byRule') : (say.known(`reason_${code}`) ?? code);
}

interface ReasonProps extends PageProps {
  readonly reasonCode: string | null;
  readonly message: string | null;
}

/** The reason, and what staff wrote to the person. */
function Reason({ page, reasonCode, message }: ReasonProps): VNode {
  const say = page.sayFrom(STANDING_MESSAGES);
  const reason = sayReason(page, reasonCode);
  return (
    <>
      {(reasonCode === null || tellsReason(page.locale, undefined, reasonCode, reason)) && (
        <p>{say('reason', { reason })}</p>
      )}
      {message !== null && (
        <blockquote class="standing-message" dir="auto">
          {message}
        </blockquote>
      )}
    </>
  );
}

interface ViewProps<T> extends PageProps {
  readonly of: T;
  /** Level of its heading on the page. */
  readonly heading: 'h2' | 'h3';
}

export function RestrictionView({ page, of, heading: Heading }: ViewProps<Restriction>): VNode {
  const say = page.sayFrom(STANDING_MESSAGES);
  return (
    <>
      <Heading>{say(`may_not_${of.kind}`)}</Heading>
      <p class="meta">
        {fillElements(say('since'), { time: <Time at={of.createdAt} text={page.date(of.createdAt)} /> })}
        {' · '}
        {of.expiresAt === null
          ? say('noEnd')
          : fillElements(say('until'), { time: <Time at={of.expiresAt} text={page.date(of.expiresAt)} /> })}
      </p>
      <Reason page={page} {...of} />
    </>
  );
}

export function DecisionView({ page, of, heading: Heading }: ViewProps<Decision>): VNode {
  const say = page.sayFrom(STANDING_MESSAGES);
  const title = say(`${of.verdict === 'rejected' ? 'refused' : 'allowed'}_${of.subjectKind}`);
  return (
    <>
      <Heading>
        {of.subjectKind === 'post' ? <a href={page.path(`/community/posts/${of.subjectId}`)}>{title}</a> : title}
      </Heading>
      <p class="meta">
        <Time at={of.decidedAt} text={page.date(of.decidedAt)} />
      </p>
      {of.verdict === 'rejected' && <Reason page={page} {...of} />}
    </>
  );
}
