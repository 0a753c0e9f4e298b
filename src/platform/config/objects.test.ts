// Variables of the object store: parsing and refusals.
import { expect, test } from 'bun:test';
import { readObjectsUrl, readS3 } from './objects.ts';

test('an address names bucket, prefix, server and region', () => {
  expect(readObjectsUrl(undefined)).toBeUndefined();
  expect(readObjectsUrl('s3://media')).toEqual({
    endpoint: 'https://s3.us-east-1.amazonaws.com',
    region: 'us-east-1',
    bucket: 'media',
    prefix: '',
    style: 'path',
  });
  expect(readObjectsUrl('s3://media/a/b/?endpoint=http://127.0.0.1:9000/&region=eu-1&style=virtual')).toEqual({
    endpoint: 'http://127.0.0.1:9000',
    region: 'eu-1',
    bucket: 'media',
    prefix: 'a/b',
    style: 'virtual',
  });
});

test.each([
  'media',
  'https://media',
  's3://',
  's3://Media_1',
  's3://key:secret@media',
  's3://media:9000',
  's3://media/a//b',
  's3://media/../b?x=1',
  's3://media?endpoint=ftp://x',
  's3://media?endpoint=http://x/?y=1',
  's3://media?region=EU West',
  's3://media?style=bucket',
  's3://media?secret=1',
])('%s is refused', (text) => {
  expect(() => readObjectsUrl(text)).toThrow(/^(must|may|has)/);
});

test('keys must be whole', () => {
  const mistakes: string[] = [];
  const report = (mistake: string) => mistakes.push(mistake);
  expect(readS3(undefined, 'a', undefined, report)).toBeUndefined();
  readS3(readObjectsUrl('s3://media'), 'a', undefined, report);
  readS3(readObjectsUrl('s3://media'), undefined, 'b', report);
  expect(mistakes).toEqual([
    'AWS_SECRET_ACCESS_KEY is missing: OBJECTS_URL is set',
    'AWS_ACCESS_KEY_ID is missing: OBJECTS_URL is set',
  ]);
});
