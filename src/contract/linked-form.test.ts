import { expect, it } from 'vitest'
import { linkedForm } from './linked-form.ts'
import { SiteContent } from './site-content.ts'

const LINK = 'https://form.typeform.com/to/XyZ'
const formOf = (application: object) =>
  linkedForm(SiteContent.parse({ freetraining: { application } }).freetraining.application)

it('a page keeps the form elsewhere that it had, and has our own until it has one', () => {
  // Content that was stored before there was a choice.
  expect(formOf({ link: LINK })).toBe(LINK)
  expect(formOf({})).toBe('')
})

it('changing over and back loses nothing', () => {
  expect(formOf({ link: LINK, use: 'own' })).toBe('')
  expect(formOf({ link: LINK, use: 'linked' })).toBe(LINK)
})
