// Untrusted charts: valid ones are converted, invalid ones are refused with an explanation.
import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { bestdoriText, SUS, USC } from '../../../../tests/fixtures/level-snapshot.ts';
import { engineFacts } from '../common/engine-data.ts';
import type { ChartFormat } from '../common/formats.ts';
import { ChartFault, convertChart, findFault } from './charts.ts';

const bytesOf = (value: unknown): Uint8Array =>
  new TextEncoder().encode(typeof value === 'string' ? value : JSON.stringify(value));
const BPM = { type: 'BPM', bpm: 120, beat: 0 };
const NOTE = { type: 'Single', lane: 3, beat: 1 };

function faultOf(format: ChartFormat, value: unknown): string {
  try {
    convertChart(format, bytesOf(value));
  } catch (error) {
    if (error instanceof ChartFault) return error.message;
    throw error;
  }
  return 'none';
}

describe('good charts', () => {
  test('a bestdori chart becomes level data of the seven-lane engine', () => {
    const { bgmOffset, entities } = convertChart('bestdori', bytesOf(bestdoriText(5)));
    expect(bgmOffset).toBe(0);
    const count = (name: string): number => entities.filter(({ archetype }) => archetype === name).length;
    expect([count('#BPM_CHANGE'), count('TapNote'), count('SlideStartNote'), count('SlideEndFlickNote')]).toEqual([
      1, 5, 1, 1,
    ]);
  });
  test('fields that the engine does not know are dropped, marks may be false', () => {
    const chart = [BPM, { ...NOTE, flick: false, skill: true, note: { a: 1 } }];
    expect(convertChart('bestdori', bytesOf(chart)).entities.some(({ archetype }) => archetype === 'TapNote')).toBe(
      true,
    );
  });
  test('slides with only hidden points are left out', () => {
    const ghost = {
      type: 'Slide',
      connections: [
        { lane: 1, beat: 2, hidden: true },
        { lane: 1, beat: 3, hidden: true },
      ],
    };
    const { entities } = convertChart('bestdori', bytesOf([BPM, ghost, ghost, NOTE]));
    expect(entities.some(({ archetype }) => archetype.startsWith('Slide'))).toBe(false);
  });
  test('a usc chart is accepted bare and wrapped, and keeps its offset', () => {
    const bare = convertChart('usc', bytesOf({ ...USC, offset: 0.5 }));
    const wrapped = convertChart('usc', bytesOf({ usc: { ...USC, offset: 0.5 }, version: 2 }));
    expect(bare).toEqual(wrapped);
    expect(bare.bgmOffset).toBe(0.5);
    expect(bare.entities.some(({ archetype }) => archetype === 'CriticalFlickNote')).toBe(true);
    expect(bare.entities.some(({ archetype }) => archetype === 'NormalAttachedSlideTickNote')).toBe(true);
  });
  test('points of a slide may come in any order', () => {
    const objects = USC.objects.map((object) =>
      'connections' in object ? { ...object, connections: object.connections?.toReversed() } : object,
    );
    expect(convertChart('usc', bytesOf({ ...USC, objects }))).toEqual(convertChart('usc', bytesOf(USC)));
  });
  test('a sus chart converts; a byte order mark is ignored', () => {
    const { entities } = convertChart('sus', bytesOf(`\ufeff${SUS}`));
    expect(entities.filter(({ archetype }) => archetype === 'NormalTapNote').length).toBeGreaterThan(0);
  });
});

describe('bad charts', () => {
  test.each([
    ['bestdori', 'not JSON', 'it is not valid JSON'],
    ['bestdori', { a: 1 }, 'it is not a list of objects'],
    ['bestdori', [], 'it has no BPM'],
    ['bestdori', [NOTE], 'it has no BPM'],
    ['bestdori', [BPM], 'it has no notes'],
    ['bestdori', [BPM, { type: 'Bomb', beat: 1 }], 'object 1 is of type "Bomb", which is not known here'],
    ['bestdori', [BPM, { type: '__proto__' }], 'object 1 is of type "__proto__", which is not known here'],
    ['bestdori', [BPM, 5], 'object 1 is without a type, which is not known here'],
    ['bestdori', [BPM, { ...NOTE, lane: 'a' }], 'object 1 (Single) is malformed at lane'],
    ['bestdori', [{ ...BPM, bpm: 0 }, NOTE], 'object 0 (BPM) is malformed at bpm'],
    ['bestdori', [BPM, { ...NOTE, beat: 1e9 }], 'object 1 (Single) is malformed at beat'],
    ['bestdori', [BPM, NOTE, { type: 'Slide', connections: [] }], 'object 2 (Slide) is malformed at connections'],
    ['bestdori', Array.from({ length: 50_001 }, () => NOTE), 'it has over 50000 objects'],
    ['usc', { objects: [] }, 'the chart is malformed at offset'],
    ['usc', { ...USC, objects: [...USC.objects, { type: 'damage', beat: 1 }] }, 'of type "damage"'],
    ['usc', { ...USC, objects: [{ ...USC.objects[0], timeScaleGroup: 0 }] }, 'object 0 (bpm) is malformed'],
    ['usc', { offset: 0, objects: USC.objects.slice(2) }, 'it has no BPM'],
    ['usc', { offset: 0, objects: USC.objects.slice(0, 2) }, 'it has no notes'],
    ['sus', 'nothing', 'it does not convert'],
    ['sus', `${SUS}\n#00015: zz`, 'none'],
  ] as const)('%s: %j', (format, value, sentence) => {
    expect(faultOf(format, value)).toContain(sentence);
  });
  test('invalid UTF-8 and files that are too large are refused', () => {
    expect(() => convertChart('bestdori', new Uint8Array([0xff, 0xfe, 0x80]))).toThrow('UTF-8');
    expect(() => convertChart('bestdori', new Uint8Array(4 * 1024 * 1024 + 1))).toThrow('over');
  });
  test('slides that would exhaust memory are refused', () => {
    const slide = {
      type: 'slide',
      active: true,
      critical: false,
      connections: [
        { type: 'start', beat: 0, lane: 0, size: 1, trace: false, critical: false, ease: 'linear' },
        { type: 'end', beat: 90_000, lane: 0, size: 1, trace: false, critical: false },
      ],
    };
    expect(faultOf('usc', { offset: 0, objects: [USC.objects[0], slide, slide] })).toBe('its slides are too long');
  });
});

test('any chart either converts or is refused with an explanation', () => {
  const number = fc.oneof(
    fc.integer({ min: -3, max: 60 }),
    fc.double({ noNaN: true, min: -10, max: 100 }),
    fc.constant(null),
  );
  const connection = fc.record({ lane: number, beat: number, hidden: fc.boolean(), flick: fc.boolean() });
  const object = fc.record(
    {
      type: fc.constantFrom('BPM', 'Single', 'Slide', 'Long', 'Directional', 'System', 'Other'),
      beat: number,
      lane: number,
      bpm: number,
      data: fc.string(),
      width: number,
      direction: fc.constantFrom('Left', 'Right', 'Up'),
      connections: fc.array(connection, { maxLength: 5 }),
    },
    { requiredKeys: ['type'] },
  );
  fc.assert(
    fc.property(fc.array(object, { maxLength: 12 }), (objects) => {
      const chart = [BPM, NOTE, ...objects];
      try {
        const data = convertChart('bestdori', bytesOf(chart));
        expect(findFault(data, engineFacts('seven'))).toBeUndefined();
      } catch (error) {
        expect(error).toBeInstanceOf(ChartFault);
      }
    }),
    { numRuns: 300 },
  );
});

describe('engines', () => {
  test.each(['seven', 'twelve'] as const)('every name that %s uses is provided', (engine) => {
    expect(engineFacts(engine).missing).toEqual([]);
    expect(engineFacts(engine).archetypes.size).toBeGreaterThan(10);
  });
  test('unknown archetypes, dangling references and invalid numbers are faults', () => {
    const facts = engineFacts('seven');
    const fault = (entities: Parameters<typeof findFault>[0]['entities']) =>
      findFault({ bgmOffset: 0, entities }, facts);
    expect(fault([{ archetype: 'Nothing', data: [] }])).toContain('Nothing');
    expect(fault([{ archetype: 'SimLine', data: [{ name: 'a', ref: 'gone' }] }])).toContain('leads nowhere');
    expect(fault([{ archetype: 'TapNote', data: [{ name: 'lane', value: Number.NaN }] }])).toContain('no number');
    expect(findFault({ bgmOffset: Number.NaN, entities: [] }, facts)).toContain('offset');
    expect(fault([{ archetype: '#BPM_CHANGE', data: [{ name: '#BEAT', value: 0 }] }])).toBeUndefined();
  });
});
