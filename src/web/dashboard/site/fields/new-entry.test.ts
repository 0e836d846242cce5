import { expect, it } from 'vitest'
import { nodeAt } from '#web/dashboard/site/document/site-tree.ts'
import { newEntry } from './use-entries.ts'

const [weeks, bullets] = [nodeAt('portal.weeks'), nodeAt('landerCollege.bullets')]
if (weeks?.kind !== 'list' || bullets?.kind !== 'list') throw new Error('both are lists')

it('gives a new week an id that no week has, had as delivered, or has on the public site', () => {
  expect(newEntry(weeks, [{ id: 'week2' }], undefined)).toMatchObject({ id: 'week5', title: '', videos: [] })
  expect(newEntry(weeks, [{ id: 'week2' }, { id: 'week5' }], [{ id: 'week7' }])).toMatchObject({
    id: 'week8',
  })
})

it('gives other lists an empty entry', () => {
  expect(newEntry(bullets, ['one'], ['one'])).toBe('')
})
