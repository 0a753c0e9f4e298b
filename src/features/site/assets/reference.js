// Starts the interactive reference over our own description. Adds what OpenAPI 3.1 cannot say to it: the rest of a path is
// sent with its slashes. Calls nothing but this origin.
const MARK = 'x-several-segments';

const root = document.documentElement;
const place = document.getElementById('reference');
const base = place.dataset.base;

const dark = matchMedia('(prefers-color-scheme: dark)');
const paint = () => {
  const { theme } = root.dataset;
  root.classList.toggle('dark-mode', theme === undefined || theme === 'system' ? dark.matches : theme === 'dark');
};
dark.addEventListener('change', paint);
paint();

const readJson = async (path) => {
  const response = await fetch(path);
  if (!response.ok) throw new Error(`${path} answered ${response.status}`);
  return response.json();
};

const spec = await readJson(`${base}/openapi.json?profile=client`);

const { parameters } = spec.components;
const resolve = (parameter) => parameters[parameter.$ref?.split('/').at(-1)] ?? parameter;

const escaped = (text) => text.replace(/[.*+?^$()|[\]\\]/g, (sign) => `\\${sign}`);
const manySegments = Object.entries(spec.paths).flatMap(([path, item]) => {
  const rest = item.get?.parameters.map(resolve).find((parameter) => parameter[MARK]);
  if (rest === undefined) return [];
  const head = path.slice(0, -`{${rest.name}}`.length);
  return [new RegExp(`^${escaped(head).replace(/\{[^}]+\}/g, '[^/]+')}`)];
});

/** The package's layout without what the page has itself: its title, a second `main`, and the only server to choose. */
const frame = ({ React }) => ({
  components: {
    HouseLayout: ({ getComponent, specSelectors, errSelectors }) => {
      const part = (name) => React.createElement(getComponent(name, true));
      const Markdown = getComponent('Markdown', true);
      return React.createElement(
        'div',
        { className: 'swagger-ui' },
        part('SvgAssets'),
        errSelectors.allErrors().size > 0 && part('errors'),
        React.createElement(
          'div',
          { className: 'info' },
          React.createElement(Markdown, { source: specSelectors.info().get('description') }),
        ),
        part('AuthorizeBtnContainer'),
        part('FilterContainer'),
        React.createElement('h2', null, 'Operations'),
        React.createElement('div', { id: 'operations' }, part('operations')),
        part('Models'),
      );
    },
  },
});

globalThis.SwaggerUIBundle({
  spec,
  plugins: [frame],
  layout: 'HouseLayout',
  dom_id: '#reference',
  deepLinking: true,
  displayRequestDuration: true,
  docExpansion: 'none',
  defaultModelsExpandDepth: 0,
  filter: true,
  tryItOutEnabled: true,
  // Colouring a manifest of many megabytes would freeze the page.
  syntaxHighlight: { activated: false },
  validatorUrl: null,
  withCredentials: true,
  requestInterceptor: (request) => {
    const url = new URL(request.url, location.href);
    if (manySegments.some((pattern) => pattern.test(url.pathname))) {
      url.pathname = url.pathname.replace(/%2F/gi, '/');
      request.url = url.href;
    }
    return request;
  },
});
