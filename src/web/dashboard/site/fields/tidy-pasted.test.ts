import { expect, it } from 'vitest'
import { tidyPasted } from './tidy-pasted.ts'

it('gives a link the beginning that was not copied, and leaves paths and slips alone', () => {
  expect(tidyPasted('link', ' cal.com/ana/call ')).toBe('https://cal.com/ana/call')
  expect(tidyPasted('link', 'http://buy.stripe.com/abc')).toBe('https://buy.stripe.com/abc')
  for (const kept of ['https://cal.com/ana', '/terms', 'ana@example.com', 'not a link', ''])
    expect(tidyPasted('link', kept)).toBe(kept)
})

it('takes a video’s id out of whatever Wistia gives for copying', () => {
  for (const pasted of [
    'https://ana.wistia.com/medias/abc123def4',
    'https://fast.wistia.net/embed/iframe/abc123def4?autoplay=1',
    '<script src="https://fast.wistia.com/embed/medias/abc123def4.jsonp" async></script>',
    'https://ana.example/page?wvideo=abc123def4',
    ' abc123def4 ',
  ])
    expect(tidyPasted('media-id', pasted)).toBe('abc123def4')
  expect(tidyPasted('media-id', 'https://youtu.be/dQw4w9WgXcQ')).toBe('https://youtu.be/dQw4w9WgXcQ')
})

it('frees numbers and addresses of what clings to them, and never touches a text', () => {
  expect(tidyPasted('pixel-id', '1234 5678 9012 345')).toBe('123456789012345')
  expect(tidyPasted('pixel-id', 'abc')).toBe('abc')
  expect(tidyPasted('email', 'mailto:ana@example.com ')).toBe('ana@example.com')
  expect(tidyPasted('line', ' my coach.example ')).toBe(' my coach.example ')
})
