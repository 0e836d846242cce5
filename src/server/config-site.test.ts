import { expect, it } from 'vitest'
import { readConfig } from './config.ts'

it.each([
  [undefined, '127.0.0.1'],
  ['localhost', '127.0.0.1'],
  [' Localhost ', '127.0.0.1'],
  ['0.0.0.0', '0.0.0.0'],
  ['::1', '::1'],
  ['[::1]', '::1'],
  ['leadline.internal', 'leadline.internal'],
])('HOST=%s listens on %s alone', (host, listened) => {
  expect(readConfig({ HOST: host }).host).toBe(listened)
})

it.each([
  'https://coach.example',
  'https://coach.example/',
  'http://127.0.0.1:3000',
  ' https://coach.example ',
])('the site may be at %s', (url) => {
  expect(readConfig({ PUBLIC_URL: url }).publicUrl).toBe(url.trim().replace(/\/$/, ''))
})

it.each([
  ['Https://Coach.Example', 'https://coach.example'],
  ['https://coach.example:443/', 'https://coach.example'],
  ['http://127.0.0.1:3000', 'http://127.0.0.1:3000'],
])('the site at %s is known as %s, as browsers name it', (url, origin) => {
  expect(readConfig({ PUBLIC_URL: url }).publicUrl).toBe(origin)
})

it.each([
  'https://owner:secret@coach.example',
  'https://owner@coach.example',
  'https://coach.example/funnel',
  'https://coach.example/?from=ad',
  'https://coach.example/#top',
  'ftp://coach.example',
  'coach.example',
])('the site is never at %s, and the refusal repeats no password', (url) => {
  expect(() => readConfig({ PUBLIC_URL: url })).toThrow(/^PUBLIC_URL must be an? [^@]+\.$/)
})
