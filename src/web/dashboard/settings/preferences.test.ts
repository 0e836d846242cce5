import { describe, expect, it } from 'vitest'
import { changePreferences, onPreferencesChange, preferences, readPreferences } from './preferences.ts'

const defaults = { timezone: 'America/Los_Angeles', autoRefresh: false, dense: false }

describe('readPreferences', () => {
  it.each([
    ['nothing stored', null],
    ['no JSON', '{'],
    ['null', 'null'],
    ['unknown values', '{"timezone":"Mars/Base","autoRefresh":"yes","dense":1}'],
  ])('takes the defaults for %s', (_what, stored) => {
    expect(readPreferences(stored)).toEqual(defaults)
  })

  it('reads what was stored', () => {
    expect(
      readPreferences('{"timezone":"Asia/Tokyo","autoRefresh":true,"dense":true,"csvSeparator":"semicolon"}'),
    ).toEqual({
      timezone: 'Asia/Tokyo',
      autoRefresh: true,
      dense: true,
      csvSeparator: 'semicolon',
    })
  })
})

describe('changePreferences', () => {
  it('changes one choice, keeps the others and tells the listeners, even without storage', () => {
    let told = 0
    const leave = onPreferencesChange(() => {
      told += 1
    })
    changePreferences({ dense: true })
    changePreferences({ timezone: 'UTC' })
    leave()
    changePreferences({ autoRefresh: true })
    expect(preferences()).toEqual({ timezone: 'UTC', autoRefresh: true, dense: true })
    expect(told).toBe(2)
  })
})
