import { describe, expect, it } from 'vitest'
import { changeOf } from './change.ts'

describe('the change against the period before', () => {
  it('is in whole percent of what was before', () => {
    expect(changeOf(112, 100)).toEqual({ text: '+12%', direction: 'up' })
    expect(changeOf(97, 100)).toEqual({ text: '−3%', direction: 'down' })
    expect(changeOf(5000, 2)).toEqual({ text: '+249,900%', direction: 'up' })
  })

  it('says so where nothing changed, and never divides by nothing', () => {
    expect(changeOf(0, 0)).toEqual({ text: '0%', direction: 'same' })
    expect(changeOf(1001, 1000)).toEqual({ text: '0%', direction: 'same' })
    expect(changeOf(3, 0)).toEqual({ text: 'new', direction: 'up' })
    expect(changeOf(0, 3)).toEqual({ text: '−100%', direction: 'down' })
  })
})
