import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readConfig } from '#server/config.ts'

const lines = readFileSync('.env.example', 'utf8').split('\n')
const told = Object.fromEntries(
  lines.flatMap((line) => {
    const [, name, value] = /^# ([A-Z][A-Z0-9_]+)=(.*)$/.exec(line) ?? []
    return name ? [[name, value ?? '']] : []
  }),
)

/** The names that the configuration asks an environment for. */
function askedFor(): string[] {
  const asked = new Set<string>()
  const environment: Record<string, string | undefined> = new Proxy(
    {},
    {
      get(_target, name) {
        asked.add(String(name))
        return undefined
      },
    },
  )
  readConfig(environment)
  return [...asked].sort()
}

describe('.env.example', () => {
  it('names exactly the variables that the configuration reads', () => {
    expect(Object.keys(told).sort()).toEqual(askedFor())
  })

  it('sets nothing until a line is uncommented', () => {
    expect(lines.filter((line) => line !== '' && !line.startsWith('# '))).toEqual([])
  })

  it('tells the defaults as they are', () => {
    expect(readConfig(told)).toEqual(readConfig({}))
    const connected = { GHL_TOKEN: 'pit-1', GHL_LOCATION_ID: 'here', META_ACCESS_TOKEN: 'EAA' }
    expect(readConfig({ ...told, ...connected })).toEqual(readConfig(connected))
  })
})
