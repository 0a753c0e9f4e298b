/** @jsxImportSource preact */
// The buttons that decide: allow, or reject with a reason, for one entry or for all chosen ones. On phones they stay at the
// bottom edge.
import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { MESSAGE_MAX, REASON_CODES } from '../../../kernel/reason-code.ts';
import { Button } from '../../ui/button.tsx';
import { TextArea } from '../../ui/field.tsx';
import { iconArrowLeft, iconArrowRight, iconCheck, iconX } from '../../ui/icons.ts';
import { CHOSEN_MAX, type Desk } from './desk.ts';
import type { DeskSpoken, DeskWords, Entry } from './shapes.ts';

export interface ActsProps {
  readonly desk: Desk;
}

/** What the two decisions on an entry are called. */
function namesOf({ type, kind }: Entry): { readonly allow: DeskWords; readonly reject: DeskWords } {
  if (type === 'case') return { allow: 'allow', reject: 'reject' };
  return { allow: 'leave', reject: kind === 'user' ? 'close' : 'hide' };
}

export function Acts({ desk, ...spoken }: ActsProps & DeskSpoken): VNode | null {
  const { say } = spoken;
  const entry = desk.current.value;
  if (desk.acting === 'chosen') {
    return desk.isRejecting ? <Reasons desk={desk} act="reject" {...spoken} /> : <ChosenActs desk={desk} {...spoken} />;
  }
  if (entry === undefined) return null;
  const names = namesOf(entry);
  if (entry.blocked !== null) {
    return (
      <div class="desk-acts">
        <p>{say(`blocked_${entry.blocked}`)}</p>
        {!desk.isSingle && <Steps desk={desk} {...spoken} />}
      </div>
    );
  }
  if (desk.isRejecting) return <Reasons desk={desk} act={names.reject} {...spoken} />;
  const may = { allow: desk.mayDecide(entry, 'allow'), reject: desk.mayDecide(entry, 'rejected') };
  return (
    <div class="desk-acts needs-script">
      <div class="row">
        {may.allow && (
          <Button
            type="button"
            variant="main"
            icon={iconCheck}
            aria-keyshortcuts="A"
            onClick={() => void desk.decide('allow')}
          >
            {say(names.allow)}
          </Button>
        )}
        {may.reject && (
          <Button
            type="button"
            variant="danger"
            icon={iconX}
            aria-keyshortcuts="R"
            onClick={() => desk.startRejecting()}
          >
            {say(names.reject)}
          </Button>
        )}
      </div>
      {!desk.isSingle && <Steps desk={desk} {...spoken} />}
    </div>
  );
}

function Steps({ desk, say }: ActsProps & DeskSpoken): VNode {
  const list = desk.list.entries.value;
  const place = list.findIndex(({ id }) => id === desk.list.at.value);
  return (
    <div class="row desk-steps">
      <Button
        type="button"
        variant="quiet"
        icon={iconArrowLeft}
        aria-label={say('key_previous')}
        disabled={place <= 0}
        onClick={() => desk.step(-1)}
      />
      <Button
        type="button"
        variant="quiet"
        icon={iconArrowRight}
        aria-label={say('key_next')}
        disabled={place >= list.length - 1}
        onClick={() => desk.step(1)}
      />
    </div>
  );
}

function ChosenActs({ desk, say }: ActsProps & DeskSpoken): VNode {
  return (
    <div class="desk-acts needs-script">
      <p role="status">
        {say('chosen', { count: desk.chosen.value.size })}
        {desk.chosen.value.size >= CHOSEN_MAX && ` · ${say('chosenMost', { count: CHOSEN_MAX })}`}
      </p>
      <div class="row">
        <Button
          type="button"
          variant="main"
          icon={iconCheck}
          aria-keyshortcuts="A"
          onClick={() => void desk.decideVisible('allow')}
        >
          {say('allow')}
        </Button>
        <Button type="button" variant="danger" icon={iconX} aria-keyshortcuts="R" onClick={() => desk.startRejecting()}>
          {say('reject')}
        </Button>
        <Button
          type="button"
          variant="quiet"
          onClick={() => {
            desk.chosen.value = new Set();
          }}
        >
          {say('chooseNone')}
        </Button>
      </div>
    </div>
  );
}

/** The reason, by press or digit, what the author reads, and the act itself. */
function Reasons({ desk, act, say }: ActsProps & DeskSpoken & { readonly act: DeskWords }): VNode {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  const reason = desk.reason.value;
  const isOfChosen = desk.acting === 'chosen';
  const send = (event: Event): void => {
    event.preventDefault();
    void desk.decideVisible('rejected');
  };
  return (
    <form class="desk-acts desk-reasons stack needs-script" onSubmit={send}>
      <h3 ref={title} tabIndex={-1} id="desk-reason">
        {say('reason')}
      </h3>
      <fieldset class="row desk-reason-list" aria-labelledby="desk-reason">
        {REASON_CODES.map((one, index) => (
          <Button
            key={one}
            type="button"
            aria-pressed={one === reason ? 'true' : 'false'}
            aria-keyshortcuts={String(index + 1)}
            onClick={() => {
              desk.reason.value = one;
            }}
          >
            <span class="desk-digit" aria-hidden="true">
              {index + 1}
            </span>
            {say(`reason_${one}`)}
          </Button>
        ))}
      </fieldset>
      {/* Nothing is done to a person here, so that there is nothing to read. */}
      {(isOfChosen || desk.current.value?.kind !== 'user') && (
        <TextArea
          id="desk-message"
          label={say('message')}
          rows={2}
          maxLength={MESSAGE_MAX}
          dir="auto"
          value={desk.message.value}
          onInput={({ target }) => {
            if (target instanceof HTMLTextAreaElement) desk.message.value = target.value;
          }}
        />
      )}
      <div class="row">
        <Button variant="danger" icon={iconX} disabled={reason === undefined}>
          {say(act)}
        </Button>
        {!isOfChosen && desk.current.value !== undefined && desk.mayRejectAlike(desk.current.value) && (
          <Button type="button" disabled={reason === undefined} onClick={() => void desk.rejectAlike()}>
            {say('rejectAlike')}
          </Button>
        )}
        <Button
          type="button"
          variant="quiet"
          onClick={() => {
            desk.rejecting.value = 'nothing';
          }}
        >
          {say('cancel')}
        </Button>
      </div>
    </form>
  );
}
