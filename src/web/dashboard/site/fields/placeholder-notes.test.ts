import { expect, it } from 'vitest'
import { defaultSiteContent } from '#contract/site-content.ts'
import { placeholderNotes } from './placeholder-notes.ts'

const brand = { ...defaultSiteContent.brand, coach: 'Ana Okonkwo', email: '' }

it('says what a word in braces becomes, once each', () => {
  const { notes, unknown } = placeholderNotes(
    '{coach} and {coach}: write to {email}, {left} left',
    '{left} slots',
    brand,
  )
  expect(notes).toEqual([
    '{coach} shows as “Ana Okonkwo”.',
    '{email} is filled in from Brand.',
    '{left} is filled in automatically.',
  ])
  expect(unknown).toEqual([])
})

it('says once which words are filled in by themselves', () => {
  expect(placeholderNotes('{name}, {when}: {link}', '{name} {when} {link}', brand).notes).toEqual([
    '{name}, {when} and {link} are filled in automatically.',
  ])
})

it('names a word that nothing fills in', () => {
  expect(placeholderNotes('Hello {coch}', 'Hello {coach}', brand)).toEqual({
    notes: [],
    unknown: ['Nothing fills in {coch}: visitors would see it exactly like this.'],
  })
  expect(placeholderNotes('Plain words', undefined, brand)).toEqual({ notes: [], unknown: [] })
})
