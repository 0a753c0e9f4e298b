// The seed of everything that tests choose at random, so that a run can be repeated and two runs of one version agree. TEST_SEED:
// another one; `.ci/nightly` takes the time. `tests/run.ts` loads this file before the tests.
import fc from 'fast-check';

export const TEST_SEED = Number(process.env.TEST_SEED ?? 1);

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: TEST_SEED });
