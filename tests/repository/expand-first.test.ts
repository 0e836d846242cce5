import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/*
 * Several processes are upgraded one by one, so for a while the version before writes into the new schema. A migration
 * therefore only adds. What no version in use needs any more is taken away a release later, by a migration that says so
 * by naming the tables in `contracts`.
 */

const folder = 'src/server/migrations'
// Those before were made when nothing was released.
const FIRST = 28

const destructive: [string, RegExp][] = [
  ['drops a table', /\bdrop\s+(table|schema|materialized|view)\b/i],
  ['drops a column', /\bdrop\s+column\b/i],
  ['renames', /\brename\s+(to|column|constraint)\b/i],
  ['changes the type of a column', /\balter\s+(column\s+)?\w+\s+(set\s+data\s+)?type\b/i],
  ['asks for a value where there was none', /\bset\s+not\s+null\b/i],
  ['takes a default away', /\bdrop\s+default\b/i],
  [
    'adds a column that the version before does not fill',
    /\badd\s+(column\s+)?(?!constraint|primary|unique|check|foreign|exclude)\w+\s+[\w[\]() ]+\bnot\s+null\b(?![^,;`'"]*\bdefault\b)(?![^,;`'"]*\bgenerated\b)/i,
  ],
  ['deletes rows', /\bdelete\s+from\b/i],
  ['empties a table', /\btruncate\b/i],
]

/** What a migration does that the version before could not live with. */
function harmsIn(source: string): string[] {
  // A default may stand before `not null`.
  const statements = source.replaceAll(
    /\bdefault\s+('[^']*'|[\w.:()]+)\s+not\s+null\b/gi,
    'not null default 0',
  )
  return destructive.flatMap(([what, pattern]) => (pattern.test(statements) ? [what] : []))
}

test('new migrations only add; one that takes away says which tables may lose something', () => {
  const files = readdirSync(folder).filter(
    (name) => /^\d{4}-.+\.ts$/.test(name) && !name.endsWith('.test.ts') && Number(name.slice(0, 4)) >= FIRST,
  )
  expect(files.length).toBeGreaterThan(0)
  for (const name of files) {
    const source = readFileSync(`${folder}/${name}`, 'utf8')
    if (!/^export const contracts\b/m.test(source)) expect([name, harmsIn(source)]).toEqual([name, []])
  }
})

test.each([
  ['alter table leads drop column phone', ['drops a column']],
  ['drop table lead_notes', ['drops a table']],
  ['alter table leads rename column name to called', ['renames']],
  ['alter table leads alter column phone type integer', ['changes the type of a column']],
  ['alter table leads alter phone set data type integer', ['changes the type of a column']],
  ['alter table leads alter column phone set not null', ['asks for a value where there was none']],
  ['alter table leads alter column phone drop default', ['takes a default away']],
  [
    'alter table leads add column colour text not null',
    ['adds a column that the version before does not fill'],
  ],
  ['truncate leads', ['empties a table']],
  ['delete from leads', ['deletes rows']],
  [`alter table leads add column colour text not null default 'blue'`, []],
  [`alter table leads add colour text default 'blue' not null`, []],
  ['alter table leads add column colour text, add constraint one check (colour is not null)', []],
  ['create table colours (id uuid primary key, name text not null)', []],
  ['alter table backups drop constraint backups_state_check', []],
])('%s: %j', (statement, harms) => {
  expect(harmsIn(statement)).toEqual(harms)
})
