// Keys of `.env` that look like variables of Livehouse.
import { expect, test } from 'bun:test';
import { describeUnknown } from './unknown.ts';
import { VARIABLES } from './variables.ts';

test.each([
  ['INSTANCE_REGISTRATON', 'INSTANCE_REGISTRATION'],
  ['BASE_ULR', 'BASE_URL'],
  ['instance_name', 'INSTANCE_NAME'],
  ['POTR', 'PORT'],
  ['SMTP_URI', 'SMTP_URL'],
])('%s is named beside %s', (key, meant) => {
  expect(describeUnknown([key])).toEqual([`${key} in .env is no variable of Livehouse; ${meant} is`]);
});

test('what begins as ours is named', () => {
  expect(describeUnknown(['LIVEHOUSE_FOLDER', 'INSTANCE_COLOUR', 'S3_KEY'])).toEqual([
    'LIVEHOUSE_FOLDER in .env is no variable of Livehouse',
    'INSTANCE_COLOUR in .env is no variable of Livehouse',
  ]);
});

test('ours, and those of other programs, are not', () => {
  const others = [
    'POSTGRES_PASSWORD',
    'SITE_ADDRESS',
    'AWS_REGION',
    'OTEL_RESOURCE_ATTRIBUTES',
    'PATH',
    'HOME',
    'NODE_ENV',
  ];
  const more = ['DATABASE_PASSWORD', 'TZ', 'LOG_DIR', 'HTTP_PROXY', 'COMPOSE_FILE'];
  expect(describeUnknown([...Object.keys(VARIABLES), ...others, ...more])).toEqual([]);
});
