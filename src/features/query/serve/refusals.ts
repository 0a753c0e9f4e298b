// Refusals of queries: what is wrong with a parameter, as the processes report it.
import { Refusal } from '../../../kernel/refusal.ts';
import { type Fault, faultText, type Part } from '../language/fault.ts';

export const invalidQuery = (parameter: Part['parameter'], text: string, reason: string): Refusal =>
  new Refusal('invalid_query', { message: faultText({ parameter, text }, reason) });

const SHOWN_PATH_CHARACTERS = 200;

/** The refusal of a fault that a query process reported. */
export function refusalOfFault(fault: Fault): Refusal {
  switch (fault.code) {
    case 'invalid_query':
      return new Refusal('invalid_query', { message: faultText(fault.part, fault.reason) });
    case 'query_too_expensive':
      return new Refusal('query_too_expensive', { message: capitalized(fault.reason) });
    case 'invalid_locale':
      return new Refusal('invalid_locale', { status: 400 });
    case 'unknown_field':
      return new Refusal('unknown_field', {
        message: `There is no field ${fault.path.slice(0, SHOWN_PATH_CHARACTERS).toWellFormed()}`,
      });
    case 'resource_not_found':
      return new Refusal('resource_not_found');
  }
}

const capitalized = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
