// Validates rendered manifests against the schemas of the Kubernetes API, which the package `kubernetes-models` contains, and that
// what a deployment refers to is there. Usage: check-manifests.ts FOLDER-OF-THE-PACKAGE FILE …
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const manifest = z.looseObject({
  apiVersion: z.string(),
  kind: z.string(),
  metadata: z.looseObject({ name: z.string(), namespace: z.string().optional() }),
});

const [packages = '', ...files] = process.argv.slice(2);
const problems: string[] = [];
let checked = 0;

for (const file of files) {
  const documents = z.array(manifest).parse(Bun.YAML.parse(readFileSync(file, 'utf8')));
  for (const document of documents) {
    const { apiVersion, kind } = document;
    const name = `${file}: ${kind}`;
    const path = join(packages, 'node_modules', 'kubernetes-models', apiVersion, `${kind}.js`);
    const models: Record<string, new (data: object) => { validate(): void }> = await import(path);
    const Model = models[kind];
    if (Model === undefined) throw new Error(`${name}: the package does not know ${apiVersion}`);
    try {
      new Model(document).validate();
    } catch (error) {
      problems.push(`${name}: ${error instanceof Error ? error.message : String(error)}`);
    }
    checked += 1;
  }
  const named = new Set(documents.map(({ kind, metadata }) => `${kind} ${metadata.name}`));
  const claims = [...JSON.stringify(documents).matchAll(/"claimName":"([^"]+)"/g)].map(
    ([, name]) => `PersistentVolumeClaim ${name}`,
  );
  const wantedAlways = ['Namespace', 'ConfigMap', 'Service', 'Deployment', 'Ingress'].map(
    (kind) => `${kind} livehouse`,
  );
  for (const { kind, metadata } of documents) {
    const isOutside = kind === 'Namespace' ? metadata.namespace !== undefined : metadata.namespace !== 'livehouse';
    if (isOutside) problems.push(`${file}: ${kind} ${metadata.name} is not in the namespace livehouse`);
  }
  for (const wanted of [...wantedAlways, ...claims]) {
    if (!named.has(wanted)) problems.push(`${file}: ${wanted} is missing`);
  }
}
for (const problem of problems) process.stdout.write(`${problem}\n`);
process.stdout.write(`${checked} manifests\n`);
process.exitCode = problems.length === 0 && checked > 0 ? 0 : 1;
