import { expect, it } from 'vitest'
import { defaultSiteContent } from '#contract/site-content.ts'
import { filledWords } from './filled-words.ts'

const brand = { ...defaultSiteContent.brand, coach: 'Ana Okonkwo', email: '' }

it('says what a word in braces becomes, once each', () => {
  const { notes, unknown } = filledWords(
    '{coach} and {coach}: write to {email}, {left} left',
    '{left} slots',
    brand,
  )
  expect(notes).toEqual([
    '{coach} shows as “Ana Okonkwo”.',
    '{email} is filled in from Brand.',
    '{left} is filled in by itself.',
  ])
  expect(unknown).toEqual([])
})

it('names a word that nothing fills in', () => {
  expect(filledWords('Hello {coch}', 'Hello {coach}', brand)).toEqual({
    notes: [],
    unknown: ['Nothing fills in {coch}: visitors would read it as it stands.'],
  })
  expect(filledWords('Plain words', undefined, brand)).toEqual({ notes: [], unknown: [] })
})
