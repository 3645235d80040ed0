import { expect, it } from 'vitest';
import { ofTheMachine, wrongCommands } from './operations-commands.ts';
import { read } from './repository.ts';

const page = read('docs/operations.md');

it('running 5.1 every command of docs/operations.md is there: its word, its options, its settings and the files that it names', () => {
  expect(wrongCommands(page)).toEqual([]);
});

it.each([
  ['./ronghui bakcup /backup', './ronghui has no bakcup'],
  ['setpriv --reuid=ronghui /opt/ronghui/ronghui backup --keeps 3', 'backup has no --keeps'],
  ['./ronghui keys turn mister', 'keys has no turn mister'],
  ['./ronghui config chek', 'config has no chek'],
  ['npm run ops -- outbox burn 7', 'ops has no outbox burn'],
  ['npm run bills:verfy', 'there is no npm run bills:verfy'],
  ['BACKUP_TOO=/backup', 'there is no setting BACKUP_TOO'],
  ['cp /opt/ronghui/deploy/systemd/other.service /etc', 'there is no deploy/systemd/other.service'],
  ['systemcontrol start ronghui', 'nothing says what systemcontrol is'],
  ["printf '[Service] >x", 'the shell does not read it'],
])('running 5.1 a planted %s is reported', (line, fault) => {
  expect(wrongCommands(`\`\`\`\n${line}\n\`\`\`\n`).join('\n')).toContain(fault);
});

it('running 5.1 a planted command in a sentence is reported too', () => {
  expect(wrongCommands('Then `./ronghui audit:verfy` as before.')).toEqual([
    './ronghui audit:verfy: ./ronghui has no audit:verfy',
  ]);
});

it('running 5.1 what is of the machine is on the page, each with its reason', () => {
  const unused = Object.keys(ofTheMachine).filter((program) => !page.includes(`${program} `));
  expect(unused).toEqual([]);
});
