/** @jsxImportSource preact */
// The form that tries an operation from the page: sends the request to this instance and shows status, headers and body.
import { render, type VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { basePath } from '../../client/page.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField, TextArea, TextField } from '../../ui/field.tsx';
import { iconPlay } from '../../ui/icons.ts';
import { Notice } from '../../ui/notice.tsx';
import { withRemark } from '../../ui/text/punctuation.ts';
import { planRequest, readBody, type ShownBody, type TriedOperation, type TriedParameter } from './request.ts';
import { fill, type ReferenceWords } from './words.ts';

interface Worded {
  readonly words: ReferenceWords;
}

/** Opens the form behind its button, or closes it. */
export function openTryOut(button: HTMLElement, words: ReferenceWords): void {
  const place = button.parentElement;
  if (place === null) return;
  const standing = place.querySelector('.try-form');
  const close = (): void => {
    const form = place.querySelector('.try-form');
    if (form !== null) render(null, form);
    form?.remove();
    button.setAttribute('aria-expanded', 'false');
    button.focus();
  };
  if (standing !== null) {
    close();
    return;
  }
  const operation: TriedOperation = JSON.parse(button.dataset.try ?? '');
  const form = document.createElement('div');
  form.className = 'try-form';
  place.append(form);
  button.setAttribute('aria-expanded', 'true');
  render(<TryOut operation={operation} close={close} words={words} />, form);
}

interface TryOutProps extends Worded {
  readonly operation: TriedOperation;
  readonly close: () => void;
}

type State =
  | { readonly kind: 'idle' }
  | { readonly kind: 'sending'; readonly url: string }
  | { readonly kind: 'failed'; readonly url: string }
  | {
      readonly kind: 'answered';
      readonly url: string;
      readonly status: string;
      readonly ms: number;
      readonly headers: readonly (readonly [string, string])[];
      readonly body: ShownBody | undefined;
    };

function TryOut({ operation, close, words }: TryOutProps): VNode {
  const [state, setState] = useState<State>({ kind: 'idle' });
  const root = useRef<HTMLFormElement>(null);
  const result = useRef<HTMLDivElement>(null);
  const running = useRef<AbortController | undefined>(undefined);
  const { id, method, parameters, body } = operation;
  useEffect(() => {
    root.current?.querySelector<HTMLElement>('input, textarea, select, button')?.focus();
    return () => running.current?.abort();
  }, []);
  useEffect(() => result.current?.scrollIntoView({ block: 'nearest' }), [state.kind]);
  const picture = state.kind === 'answered' && state.body?.kind === 'picture' ? state.body.url : undefined;
  useEffect(() => () => void (picture !== undefined && URL.revokeObjectURL(picture)), [picture]);

  const send = async (form: HTMLFormElement): Promise<void> => {
    const data = new FormData(form);
    const textOf = (name: string): string => {
      const value = data.get(name);
      return typeof value === 'string' ? value : '';
    };
    const file = data.get('body');
    const { url, init } = planRequest(
      operation,
      {
        values: Object.fromEntries(parameters.map(({ name }) => [name, textOf(`p-${name}`)])),
        token: textOf('token').trim(),
        body: file instanceof File && file.size === 0 ? undefined : (file ?? undefined),
      },
      basePath(),
    );
    running.current?.abort();
    const abort = new AbortController();
    running.current = abort;
    setState({ kind: 'sending', url });
    const begun = performance.now();
    try {
      const response = await fetch(url, { ...init, signal: abort.signal });
      const answered = {
        kind: 'answered',
        url,
        status: `${response.status} ${response.statusText}`.trim(),
        ms: Math.round(performance.now() - begun),
        headers: [...response.headers],
      } as const;
      setState({ ...answered, body: undefined });
      await readBody(response, (shown) => setState({ ...answered, body: shown }));
    } catch {
      if (running.current !== abort) return;
      setState((before) => (before.kind === 'answered' ? before : { kind: 'failed', url }));
    } finally {
      if (running.current === abort) running.current = undefined;
    }
  };
  const isRunning = state.kind === 'sending' || (state.kind === 'answered' && state.body === undefined);
  return (
    <form
      ref={root}
      class="card stack"
      aria-label={id}
      onSubmit={(event) => {
        event.preventDefault();
        void send(event.currentTarget);
      }}
      onKeyDown={({ key }) => {
        if (key === 'Escape') close();
      }}
    >
      {method !== 'GET' && <p class="notice tone-warning">{words.changesData}</p>}
      <div class="try-fields">
        {parameters.map((parameter) => (
          <ParameterField key={parameter.name} id={id} parameter={parameter} words={words} />
        ))}
      </div>
      {body?.isJson === true && (
        <TextArea
          id={`${id}-body`}
          name="body"
          label={words.bodyText}
          value={body.text}
          rows={8}
          spellcheck={false}
          lang="en"
          dir="ltr"
        />
      )}
      {body?.isJson === false && <TextField id={`${id}-body`} name="body" type="file" label={words.file} />}
      <TextField
        id={`${id}-token`}
        name="token"
        type="password"
        label={words.token}
        hint={words.tokenHint}
        autocomplete="off"
      />
      <div class="row">
        <Button variant="main" icon={iconPlay}>
          {words.send}
        </Button>
        {isRunning && (
          <Button type="button" onClick={() => running.current?.abort()}>
            {words.stop}
          </Button>
        )}
        <Button type="button" variant="quiet" onClick={close}>
          {words.closeForm}
        </Button>
      </div>
      <div ref={result} aria-live="polite" class="stack">
        {state.kind === 'failed' && <Notice tone="danger">{words.failed}</Notice>}
        {state.kind === 'answered' && (
          <p>
            <strong>{state.status}</strong> <span class="meta">{fill(words.took, { count: state.ms })}</span>
          </p>
        )}
      </div>
      {state.kind !== 'idle' && (
        <p class="meta">
          {words.request} <code class="try-address">{`${method} ${state.url}`}</code>
        </p>
      )}
      {state.kind === 'answered' && (
        <>
          <details>
            <summary>{words.headers}</summary>
            <pre class="code-block" tabIndex={0}>
              <code>{state.headers.map(([name, value]) => `${name}: ${value}`).join('\n')}</code>
            </pre>
          </details>
          <BodyView body={state.body} words={words} />
        </>
      )}
    </form>
  );
}

interface ParameterFieldProps extends Worded {
  readonly id: string;
  readonly parameter: TriedParameter;
}

function ParameterField({ id, parameter, words }: ParameterFieldProps): VNode {
  const { name, required, list, choices, value } = parameter;
  const shared = {
    id: `${id}-${name}`,
    name: `p-${name}`,
    label: required ? withRemark(document.documentElement.lang, name, words.required) : name,
    required,
    value,
  };
  if (choices !== undefined) {
    const none = required ? [] : [{ value: '', label: '–' }];
    return <SelectField {...shared} choices={[...none, ...choices.map((one) => ({ value: one, label: one }))]} />;
  }
  const typed = { ...shared, spellcheck: false, autocomplete: 'off', dir: 'ltr' } as const;
  return list ? <TextArea {...typed} rows={2} hint={words.onePerLine} /> : <TextField {...typed} />;
}

function BodyView({ body, words }: Worded & { readonly body: ShownBody | undefined }): VNode | null {
  switch (body?.kind) {
    case undefined:
      return null;
    case 'none':
      return <p class="meta">{words.noBody}</p>;
    case 'bytes':
      return <p class="meta">{words.bytesOnly}</p>;
    case 'picture':
      return <img class="try-picture" src={body.url} alt={words.answer} />;
    case 'text':
      return (
        <>
          <p class="meta">{words.body}</p>
          <pre class="code-block" tabIndex={0}>
            <code>{body.text}</code>
          </pre>
          {body.isCut && <p class="meta">{words.cut}</p>}
        </>
      );
  }
}
