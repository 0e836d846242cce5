import { expect, it } from 'vitest'
import { defaultSiteContent } from '#contract/site-content.ts'
import { fieldsIn, siteParts } from '#web/dashboard/site/document/site-tree.ts'
import { fieldOfText } from './field-of-text.ts'

const fieldsOf = (key: 'home' | 'terms') => {
  const part = siteParts.find((one) => one.key === key)
  return part ? fieldsIn(part, key, defaultSiteContent[key]) : []
}

it.each([
  ['home', 'Watch the free training', 'home.action'],
  ['home', '  Build a software business\n without writing code ', 'home.headline'],
  ['home', 'Taught by Ana Okonkwo', 'home.founder.title'],
  ['home', 'downloads', 'home.founder.figures.0.label'],
  ['terms', 'The training', 'terms.text'],
  ['home', 'Nothing says this', undefined],
  ['home', ' ', undefined],
] as const)('on %s, finds “%s”', (part, text, path) => {
  expect(fieldOfText(fieldsOf(part), text)).toBe(path)
})
