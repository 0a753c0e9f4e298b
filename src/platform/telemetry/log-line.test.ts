// Log events in the text format for terminals.
import { expect, test } from 'bun:test';
import { openLog } from './log.ts';

function linesOf(write: (log: ReturnType<typeof openLog>) => void): readonly string[] {
  const lines: string[] = [];
  write(openLog('info', { format: 'text', write: (line) => lines.push(line) }));
  return lines.map((line) => line.replace(/^\d\d:\d\d:\d\d /, ''));
}

const REQUEST = { route: 'releaseList', method: 'GET', path: '/api/v1/releases', requestId: 'abcd-1' };

test('a request line shows time, method, path, status, refusal and duration', () => {
  const lines: string[] = [];
  const log = openLog('info', { format: 'text', write: (line) => lines.push(line) });
  log.info('request', { ...REQUEST, status: 200, outcome: '200', milliseconds: 1.234 });
  log.info('request', { ...REQUEST, status: 404, outcome: 'server_not_found', milliseconds: 123.4 });
  expect(lines[0]).toMatch(/^\d\d:\d\d:\d\d GET \/api\/v1\/releases 200 1\.2 ms\n$/);
  expect(lines[1]).toMatch(/ GET \/api\/v1\/releases 404 server_not_found 123 ms\n$/);
});

test('other events show message and fields, errors with stack and cause', () => {
  const [info, error] = linesOf((log) => {
    log.info('listening', { port: 8080, metricsPort: undefined, place: 'a b' });
    log.error('the response could not be created', { error: new Error('no', { cause: new TypeError('why') }) });
  });
  expect(info).toBe('listening port=8080 place="a b"\n');
  expect(error).toMatch(/^ERROR the response could not be created\n {4}Error: no\n {6}at /);
  expect(error).toContain('\n    TypeError: why\n');
});

test('request data can neither send terminal control sequences nor forge a line', () => {
  const path = '/\u001b[2J\u009b31m\nERROR forged';
  const [line = ''] = linesOf((log) =>
    log.warn('request', { ...REQUEST, path, status: 404, outcome: '404', milliseconds: 1 }),
  );
  expect(line).toStartWith('WARN GET /\ufffd[2J\ufffd31m\ufffdERROR forged 404 ');
  const [long = ''] = linesOf((log) =>
    log.info('request', { ...REQUEST, path: `/${'x'.repeat(5000)}`, status: 404, outcome: '404', milliseconds: 1 }),
  );
  expect(long.length).toBeLessThan(250);
});

test('the JSON format writes one object per event', () => {
  const lines: string[] = [];
  openLog('info', { format: 'json', write: (line) => lines.push(line) }).info('listening', { port: 1 });
  expect(JSON.parse(lines[0] ?? '')).toEqual({
    time: expect.any(String),
    level: 'info',
    message: 'listening',
    port: 1,
  });
});

test('an address in an error is logged without its user and password', () => {
  const lines: string[] = [];
  const log = openLog('info', { format: 'json', write: (line) => lines.push(line) });
  const cause = new Error('connect to smtp://someone:hidden-word@mail.example.org failed');
  log.warn('no', { error: new Error('https://someone:hidden-word@id.example.org is away', { cause }) });
  expect(lines.join('')).not.toContain('hidden-word');
  expect(lines.join('')).toContain('https://…@id.example.org is away');
});
