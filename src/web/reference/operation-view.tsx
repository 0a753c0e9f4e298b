/** @jsxImportSource preact */
// An operation: who may call it, parameters, body, answers, refusals, and its example request.
import type { VNode } from 'preact';
import { Button } from '../ui/button.tsx';
import { Chip } from '../ui/chip.tsx';
import { iconCopy, iconPlay } from '../ui/icons.ts';
import { isRefusal, type Media, nameOf, type Operation, type Parameter } from './document.ts';
import { Line, Prose } from './prose.tsx';
import { bodyOf, exampleOf, valuesOf, writeCall, writeCurl } from './requests.ts';
import { Bounds, SchemaView, TypeLine } from './schema-view.tsx';
import type { ReferenceView } from './view.ts';

interface PartProps {
  readonly view: ReferenceView;
  readonly operation: Operation;
}

const METHOD_TONES = { GET: 'info', POST: 'success', PUT: 'warning', PATCH: 'warning', DELETE: 'danger' } as const;

/** The method as a label. */
export function Method({ method }: Pick<Operation, 'method'>): VNode {
  const tone = Object.entries(METHOD_TONES).find(([name]) => name === method)?.[1];
  return <Chip tone={tone}>{method}</Chip>;
}

/** Shows one operation. */
export function OperationView({ view, operation }: PartProps): VNode {
  const { say } = view;
  const { id, method, path, summary, description, parameters, refusals } = operation;
  return (
    <article class="operation stack" id={id} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`} lang="en">
        {summary}{' '}
        <a class="operation-anchor" href={`#${id}`} aria-label={say('linkTo', { operation: id })}>
          #
        </a>
      </h2>
      <p class="operation-line">
        <Method method={method} /> <code>{path}</code>
      </p>
      <p class="meta">
        <code>{id}</code> · {callerOf(view, operation)}
      </p>
      {description !== '' && <Prose text={description} />}
      {parameters.length > 0 && (
        <section class="stack-tight">
          <h3>{say('parameters')}</h3>
          <ul class="field-list" lang="en">
            {parameters.map((parameter) => (
              <ParameterView key={`${parameter.in} ${parameter.name}`} view={view} parameter={parameter} />
            ))}
          </ul>
        </section>
      )}
      <BodyView view={view} operation={operation} />
      <section class="stack-tight">
        <h3>{say('answers')}</h3>
        <Answers view={view} operation={operation} />
        {refusals.length > 0 && <Refusals view={view} operation={operation} />}
      </section>
      <Requests view={view} operation={operation} />
    </article>
  );
}

function callerOf({ say, reference }: ReferenceView, { caller, scope = '' }: Operation): string {
  return say(CALLERS[caller], { cookie: reference.cookie, scope });
}
const CALLERS = {
  anyone: 'callerAnyone',
  reader: 'callerReader',
  cookie: 'callerCookie',
  token: 'callerToken',
  tokenOnly: 'callerTokenOnly',
} as const;

const PLACES = { path: 'inPath', query: 'inQuery', header: 'inHeader' } as const;

function ParameterView({ view, parameter }: { readonly view: ReferenceView; readonly parameter: Parameter }): VNode {
  const { say } = view;
  const { example } = parameter;
  return (
    <li>
      <p>
        <code class="field-name">{parameter.name}</code> <TypeLine schema={parameter.schema} />{' '}
        <span class="field-place">{say(PLACES[parameter.in])}</span>{' '}
        {parameter.required && <span class="field-required">{say('required')}</span>}
      </p>
      {parameter.description !== undefined && (
        <p class="field-about">
          <Line text={parameter.description} />
        </p>
      )}
      <Bounds schema={parameter.schema} />
      {example !== undefined && (
        <p class="schema-bounds">
          {say('example')} <code>{Array.isArray(example) ? example.join(', ') : String(example)}</code>
        </p>
      )}
    </li>
  );
}

function BodyView({ view, operation: { body } }: PartProps): VNode | null {
  if (body === undefined) return null;
  const { say } = view;
  return (
    <section class="stack-tight">
      <h3>{say('body')}</h3>
      {body.description !== '' && (
        <p class="meta" lang="en">
          <Line text={body.description} />
        </p>
      )}
      <Contents view={view} content={body.content} />
    </section>
  );
}

/** A body by media type; types with the same schema are listed together. */
function Contents({
  view,
  content,
}: {
  readonly view: ReferenceView;
  readonly content: Operation['answers'][number]['content'];
}): VNode {
  const types = content.map(([type]) => type);
  const media = content.map(([, one]) => one).find(({ schema }) => schema !== undefined);
  return (
    <>
      <p class="meta">
        {types.map((type, index) => (
          <>
            {index > 0 && ', '}
            <code key={type}>{type}</code>
          </>
        ))}
      </p>
      {media !== undefined && <MediaView view={view} media={media} />}
    </>
  );
}

function MediaView({ view, media }: { readonly view: ReferenceView; readonly media: Media }): VNode {
  const { say, reference } = view;
  const { schema } = media;
  // A response that also lists refusals: they are shown by code.
  const own = schema?.anyOf?.filter(({ $ref }) => $ref === undefined || !isRefusal(reference.schemas[nameOf($ref)]));
  const shown = own?.length === 1 ? own[0] : schema;
  const named = shown?.$ref === undefined ? undefined : reference.schemas[nameOf(shown.$ref)];
  const example = exampleOf(media);
  const isCut = media.example === undefined && Object.values(media.examples ?? {})[0]?.summary !== undefined;
  return (
    <>
      {shown !== undefined && (
        <>
          {named !== undefined && (
            <p lang="en">
              <TypeLine schema={shown} />
            </p>
          )}
          <SchemaView view={view} schema={named?.properties === undefined ? shown : named} />
        </>
      )}
      {example !== undefined && (
        <details>
          <summary>{say(isCut ? 'exampleCut' : 'example')}</summary>
          <pre class="code-block" tabIndex={0}>
            <code>{JSON.stringify(example, undefined, 2)}</code>
          </pre>
        </details>
      )}
    </>
  );
}

function Answers({ view, operation: { answers } }: PartProps): VNode {
  const { say } = view;
  return (
    <>
      {answers.map(({ status, description, headers, content }) => (
        <details key={status} class="answer">
          <summary>
            <strong>{status}</strong>{' '}
            <span lang="en">
              <Line text={description} />
            </span>
          </summary>
          <div class="stack-tight">
            {content.length > 0 && <Contents view={view} content={content} />}
            {headers.length > 0 && (
              <p class="meta">
                {say('headers')}{' '}
                {headers.map((name) => (
                  <>
                    <code key={name}>{name}</code>{' '}
                  </>
                ))}
              </p>
            )}
          </div>
        </details>
      ))}
    </>
  );
}

function Refusals({ view, operation: { id, refusals } }: PartProps): VNode {
  const { say } = view;
  return (
    <details class="answer">
      <summary>{say('refusals', { count: refusals.length })}</summary>
      <table class="refusals" aria-label={say('refusalsOf', { operation: id })}>
        <thead>
          <tr>
            <th scope="col">{say('status')}</th>
            <th scope="col">{say('code')}</th>
            <th scope="col">{say('meaning')}</th>
          </tr>
        </thead>
        <tbody lang="en">
          {refusals.map(({ status, code, message }) => (
            <tr key={`${status} ${code}`}>
              <td>{status}</td>
              <td>
                <code>{code}</code>
              </td>
              <td>{message}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

function Requests({ view, operation }: PartProps): VNode {
  const { say, page, reference } = view;
  const caller = { address: page.address, cookie: reference.cookie };
  return (
    <section class="stack-tight">
      <h3>{say('request')}</h3>
      <Code view={view} text={writeCurl(operation, caller)} label={say('copyCommand', { operation: operation.id })} />
      <details>
        <summary>{say('client')}</summary>
        <Code view={view} text={writeCall(operation, caller)} label={say('copyCall', { operation: operation.id })} />
      </details>
      <div class="needs-script try-out">
        <Button
          type="button"
          icon={iconPlay}
          aria-label={say('tryOperation', { operation: operation.id })}
          data-try={JSON.stringify(formOf(operation))}
        >
          {say('tryIt')}
        </Button>
      </div>
    </section>
  );
}

const Code = ({
  view,
  text,
  label,
}: {
  readonly view: ReferenceView;
  readonly text: string;
  readonly label: string;
}): VNode => (
  <div class="command">
    <pre class="code-block" tabIndex={0}>
      <code>{text}</code>
    </pre>
    <span class="needs-script">
      <Button type="button" icon={iconCopy} aria-label={label} data-copy="">
        {view.say('copy')}
      </Button>
    </span>
  </div>
);

/** What the form that tries an operation has; the browser reads it (islands/reference-parts/try-out.tsx). */
function formOf(operation: Operation) {
  const { id, method, path, parameters } = operation;
  const body = bodyOf(operation);
  return {
    id,
    method,
    path,
    parameters: parameters.map((parameter) => ({
      name: parameter.name,
      place: parameter.in,
      required: parameter.required === true,
      several: parameter['x-several-segments'] === true,
      list: parameter.schema.type === 'array',
      choices: parameter.schema.enum?.map(String),
      value:
        operation.request.parameters?.[parameter.name] === undefined ? '' : valuesOf(operation, parameter).join('\n'),
    })),
    body: body && {
      mediaType: body.mediaType,
      isJson: body.mediaType === 'application/json',
      text: body.value === undefined ? '' : JSON.stringify(body.value, undefined, 2),
    },
  };
}
