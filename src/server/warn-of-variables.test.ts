import { describe, expect, it } from 'vitest'
import { variableNames } from './config.ts'
import { warnOfVariables } from './warn-of-variables.ts'

function saidOf(...names: string[]): string[] {
  const said: string[] = []
  warnOfVariables(Object.fromEntries(names.map((name) => [name, 'x'])), (line) => said.push(line))
  return said
}

describe('variables that are not read', () => {
  it.each([
    ['GHL_TOKN', 'GHL_TOKEN'],
    ['GHL_LOCATIONID', 'GHL_LOCATION_ID'],
    ['STRIPE_WEBHOK_SECERT', 'STRIPE_WEBHOOK_SECRET'],
    ['DATADIR', 'DATA_DIR'],
    ['DATABSE_URL', 'DATABASE_URL'],
    ['PUBLIC_URI', 'PUBLIC_URL'],
    ['TRUST_PROXIES', undefined],
    ['PORTS', 'PORT'],
    ['smtp_url', 'SMTP_URL'],
    ['SECERT', 'SECRET'],
  ])('%s was meant as %s', (name, meant) => {
    expect(saidOf(name)).toEqual(
      meant ? [`Warning: ${name} is not a variable of Leadline. Did you mean ${meant}?`] : [],
    )
  })

  it('says of a name that begins like ours that it is not read', () => {
    expect(saidOf('STRIPE_SECRET_KEY', 'META_APP_ID')).toEqual([
      'Warning: STRIPE_SECRET_KEY is not a variable of Leadline, and is not read. .env.example names all there are.',
      'Warning: META_APP_ID is not a variable of Leadline, and is not read. .env.example names all there are.',
    ])
  })

  it('says of a passphrase in quotes that these count, and not what it is', () => {
    const said: string[] = []
    warnOfVariables({ BACKUP_PASSPHRASE: '"twelve signs"', PUBLIC_URL: '' }, (line) => said.push(line))
    expect(said).toEqual([
      'Warning: the quotes around the value of BACKUP_PASSPHRASE are read as a part of it.',
    ])
  })

  it('says nothing of ours, and nothing of what others set', () => {
    expect(saidOf(...variableNames)).toEqual([])
    const others =
      'HOME PATH USER SHELL PWD LANG TERM LOGNAME MAIL HOSTNAME NODE_ENV CI EDITOR TZ DISPLAY'.split(' ')
    const more =
      'npm_config_cache npm_lifecycle_event http_proxy PGHOST PGPORT XDG_DATA_DIRS DATA LOGS NODE_OPTIONS'.split(
        ' ',
      )
    expect(saidOf(...others, ...more)).toEqual([])
  })
})
