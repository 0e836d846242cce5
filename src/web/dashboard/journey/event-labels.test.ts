import { expect, it } from 'vitest'
import { eventLabels } from './event-labels.ts'

it('says how many questions of an unfinished application were answered, of one and of several', () => {
  const begun = {
    ...{ kind: 'begunApplication' as const, at: '2026-11-21T11:10:00Z', page: '/apply' },
    ...{ answered: 1, of: 1, answers: [], tags: [] },
  }
  expect(eventLabels(begun, 'UTC').details).toContain('1 of 1 question answered')
  expect(eventLabels({ ...begun, of: 9 }, 'UTC').details).toContain('1 of 9 questions answered')
})
