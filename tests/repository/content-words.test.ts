import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { SiteContent } from '#contract/site-content.ts'

// Where the words of a part of the content are drawn.
const drawnIn = {
  home: ['home', 'lead-dialog'],
  freetraining: ['training', 'film', 'lead-dialog'],
  freetraining2: ['training', 'film', 'lead-dialog'],
  freetrainingc: ['training', 'film', 'lead-dialog'],
  meme: ['meme', 'lead-dialog'],
  landerCollege: ['lander-college', 'lead-dialog'],
  landerHack: ['lander-hack', 'lead-dialog'],
  thankyoucallc: ['thank-you'],
  qualified: ['thank-you'],
  bookstrategy: ['booking'],
  callbooked: ['booking'],
  ownCalendar: ['booking'],
  builder: ['builder', 'lead-dialog'],
} as const

/** Each text's name with the way to it; what is no text, or is empty, is left out. */
function textsIn(value: unknown, way: string): [string, string][] {
  if (typeof value === 'string') return value === '' ? [] : [[way.split('.').at(-1) ?? '', way]]
  if (Array.isArray(value)) return value.flatMap((one) => (typeof one === 'object' ? textsIn(one, way) : []))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => textsIn(inner, `${way}.${name}`))
}

const sourcesOf = (folder: string): string =>
  readdirSync(`src/web/site/${folder}`)
    .filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.'))
    .map((file) => readFileSync(`src/web/site/${folder}/${file}`, 'utf8'))
    .join('\n')

// A switch between two forms, read in the contract.
const noText = new Set(['use'])

test.each(Object.entries(drawnIn))('every text of %s is read where its page is drawn', (part, folders) => {
  const sources = [...folders, 'page', 'island'].map(sourcesOf).join('\n')
  const content: Record<string, unknown> = SiteContent.parse({})
  const unread = textsIn(content[part], part).filter(
    ([name]) => !noText.has(name) && !new RegExp(`\\.${name}\\b|[{,]\\s*${name}\\s*[,}:]`).test(sources),
  )
  expect(unread.map(([, way]) => way)).toEqual([])
})
