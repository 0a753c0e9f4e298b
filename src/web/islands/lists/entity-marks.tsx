/** @jsxImportSource preact */
// Sends the marks of a page (`web/lists/entity-marks.tsx`) without leaving it. Without script they are forms.
import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { call } from '../../client/call.ts';
import type { Spoken } from '../../messages/say.ts';
import { type FaultWords, tellRefusal } from '../community-parts/refused.ts';

export interface EntityMarksProps {
  readonly signIn: string;
}

const textOf = (form: HTMLFormElement, name: string): string => {
  const value = new FormData(form).get(name);
  return typeof value === 'string' ? value : '';
};

const show = (button: HTMLButtonElement, isOn: boolean): void => {
  button.setAttribute('aria-pressed', String(isOn));
  button.value = String(!isOn);
};

/** Sends the forms of marks in the background. */
export function EntityMarks(props: EntityMarksProps & Spoken<FaultWords>): VNode {
  useEffect(() => {
    const send = async (form: HTMLFormElement, button: HTMLButtonElement): Promise<void> => {
      if (button.getAttribute('aria-busy') === 'true') return;
      const active = button.value === 'true';
      button.setAttribute('aria-busy', 'true');
      show(button, active);
      const outcome = await call('PUT /api/v1/me/lists/{listId}/entries', {
        params: { listId: button.name },
        body: {
          subjects: [{ server: textOf(form, 'server'), resource: textOf(form, 'resource'), id: textOf(form, 'id') }],
          active,
        },
      });
      button.removeAttribute('aria-busy');
      if (outcome.ok) return;
      show(button, !active);
      tellRefusal(props, outcome);
    };
    const listen = (event: SubmitEvent): void => {
      const { target: form, submitter } = event;
      if (!(form instanceof HTMLFormElement) || !(submitter instanceof HTMLButtonElement)) return;
      if (!form.hasAttribute('data-entity-marks')) return;
      event.preventDefault();
      void send(form, submitter);
    };
    document.addEventListener('submit', listen);
    return () => document.removeEventListener('submit', listen);
  }, []);
  return <span hidden />;
}
