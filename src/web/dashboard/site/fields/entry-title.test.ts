import { expect, it } from 'vitest'
import { nodeAt } from '#web/dashboard/site/document/site-tree.ts'
import { entryTitle } from './entry-title.ts'

const video = nodeAt('portal.weeks.0.videos.0')
const bullet = nodeAt('landerCollege.bullets.0')
if (!video || !bullet) throw new Error('the content has both lists')

it.each([
  [video, { title: ' Welcome ', description: 'x' }, 'Welcome'],
  [video, { title: '', description: 'What it is' }, 'What it is'],
  [video, { title: '', type: 'module' }, ''],
  [bullet, 'you talk', 'you talk'],
])('names an entry by its first words', (item, value, title) => {
  expect(entryTitle(item, value)).toBe(title)
})
