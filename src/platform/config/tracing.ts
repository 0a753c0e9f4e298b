// Traces: the standard variables of OpenTelemetry that Livehouse knows, checked like all others.
import { z } from 'zod';
import { plainAddress, reader } from './values.ts';

export const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

export interface TracingConfig {
  /** Where spans are posted. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly serviceName: string;
  readonly sampler: (typeof SAMPLERS)[number];
  /** Part of the traces that `traceidratio` takes. */
  readonly ratio: number;
}

export const readOtlpAddress = reader(plainAddress('must be an address such as http://localhost:4318').optional());

/** `name=value` pairs with commas between them; values are percent-encoded. */
export const readOtlpHeaders = reader(
  z
    .string()
    .default('')
    .transform((text, context): Readonly<Record<string, string>> => {
      const headers: Record<string, string> = {};
      for (const pair of text.split(',').filter((part) => part.trim() !== '')) {
        const [, name = '', value = ''] = /^\s*([A-Za-z0-9!#$%&'*+.^_`|~-]+)\s*=\s*([^\s,]*)\s*$/.exec(pair) ?? [];
        try {
          if (name === '') throw new Error('no name');
          headers[name.toLowerCase()] = decodeURIComponent(value);
        } catch {
          context.addIssue({ code: 'custom', message: 'must be pairs such as name=value, separated by commas' });
        }
      }
      return headers;
    }),
);

const RATIO = 'must be a number from 0 to 1';
export const readRatio = reader(
  z
    .string()
    .regex(/^(?:0(?:\.\d+)?|1(?:\.0+)?|\.\d+)$/, RATIO)
    .transform(Number)
    .default(0.1),
);

export const readServiceName = reader(z.string().max(100, 'must have at most 100 characters').default('livehouse'));
