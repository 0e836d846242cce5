import { expect, test } from 'vitest'
import { leadFields } from '#contract/capture.ts'
import { defaultSiteContent } from '#contract/site-content.ts'
import { leadProblems } from './lead-words.ts'

const words = defaultSiteContent.leadForm

test.each([
  'a@b',
  'ana@localhost',
  'a b@c.example',
  '@c.example',
  'ana@c..example',
  'ana@c.example',
  ' ana@c.example ',
])('the page refuses %j where the server would, in the same words', (email) => {
  const server = leadFields.email.safeParse(email).error?.issues[0]?.message
  expect(leadProblems({ name: 'Ana', email, phone: '1' }, words).email).toBe(server)
})

test('every empty field is named', () => {
  expect(leadProblems({ name: ' ', email: '', phone: ' ' }, words)).toEqual({
    name: words.nameMissing,
    email: words.emailMissing,
    phone: words.phoneMissing,
  })
})
