import { describe, expect, it } from 'vitest'
import { trainingBefore } from './training-before.ts'

const origin = 'https://coach.example'

describe('the training to go back to', () => {
  it.each([
    ['the one before', `${origin}/freetraining2`, '/freetraining2'],
    ['the one before, whatever the advert', `${origin}/freetrainingc?utm_source=ig`, '/freetrainingc'],
    ['the usual one after another page', `${origin}/builder`, '/freetraining'],
    ['the usual one after another site', 'https://other.example/freetrainingc', '/freetraining'],
    ['the usual one after a bookmark', '', '/freetraining'],
  ])('is %s', (_which, referrer, path) => {
    expect(trainingBefore(referrer, origin)).toBe(path)
  })
})
