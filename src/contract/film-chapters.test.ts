import { describe, expect, it } from 'vitest'
import { filmTime, readChapters } from './film-chapters.ts'

describe('chapters', () => {
  it('are read as people write them', () => {
    expect(readChapters('0:00 Welcome\n\n 2:05 - The first step \n1:02:30 – Questions')).toEqual([
      { at: 0, title: 'Welcome' },
      { at: 125, title: 'The first step' },
      { at: 3750, title: 'Questions' },
    ])
    expect(readChapters('')).toEqual([])
  })

  it.each([
    ['Welcome', 'a time and a title'],
    ['0:00', 'a time and a title'],
    ['0:75 Late', 'a time and a title'],
    ['1:00 One\n0:30 Two', 'in the order'],
    ['1:00 One\n1:00 Two', 'in the order'],
  ])('%j are not', (text, words) => {
    expect(readChapters(text)).toContain(words)
  })
})

it('a second of a film is written as people write it', () => {
  expect([0, 65, 3750, 59.9].map(filmTime)).toEqual(['0:00', '1:05', '1:02:30', '0:59'])
})
