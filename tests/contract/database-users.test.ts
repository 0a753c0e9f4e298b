// The embedded server stops with the last process that uses it, also where processes cannot read each other's marks.
import { expect, test } from 'bun:test';
import { readdirSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { locateCluster } from '../../src/platform/database/embedded/cluster.ts';
import { openEmbeddedServer } from '../../src/platform/database/embedded/server.ts';
import { openLog } from '../../src/platform/telemetry/log.ts';
import { folderForTest } from '../fixtures/keep-open.ts';
import { seedCluster } from '../fixtures/seeded-cluster.ts';

test('a command that leaves does not stop the server of a service whose mark it cannot read', async () => {
  const data = folderForTest();
  await seedCluster(data);
  const { clients, cluster } = locateCluster(data);
  const postmaster = () => readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')[0];
  const service = openEmbeddedServer(data, openLog('silent'));
  await service.ensureRunning();
  // As a service in another mount namespace, which reads another boot id, would have named its file.
  const [own = ''] = readdirSync(clients);
  const other = own.replace(/-[0-9a-f]+\./, '-0123456789abcdef.');
  renameSync(join(clients, own), join(clients, other));
  const before = postmaster();

  const command = openEmbeddedServer(data, openLog('silent'));
  await command.ensureRunning();
  await command.leave();
  expect(readdirSync(clients)).toEqual([other]);
  expect(postmaster()).toBe(before);

  renameSync(join(clients, other), join(clients, own));
  await service.leave();
  expect(postmaster).toThrow('ENOENT');
});
