// Reads an address at a steady rate. For each line of its input it prints, as JSON, the milliseconds from when each read was due
// until it was answered, of all reads since the line before. Arguments: the address, and the reads in a second.
import { createInterface } from 'node:readline';

const [address = '', rate = '0'] = process.argv.slice(2);
let times: number[] = [];
void read();
for await (const _line of createInterface(process.stdin)) {
  process.stdout.write(`${JSON.stringify(times)}\n`);
  times = [];
}
process.exit(0);

async function read(): Promise<never> {
  for (let due = performance.now(); ; due += 1000 / Number(rate)) {
    await Bun.sleep(Math.max(0, due - performance.now()));
    // A timer may end a little early.
    const from = Math.min(due, performance.now());
    void fetch(address).then(async (answer) => {
      await answer.arrayBuffer();
      times.push(performance.now() - from);
    });
  }
}
