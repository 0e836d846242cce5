import { expect, it } from 'vitest'
import { findScreens } from './find-screens.ts'

it.each([
  ['hours', ['Calls']],
  ['Days off', ['Calls']],
  ['zoom', ['Calls']],
  ['time zone', ['Calls']],
  ['calendar', ['Calls']],
  ['history', ['Versions']],
  ['utm', ['Ad links']],
  ['ad link', ['Ad links']],
  ['photos', ['Pictures']],
  ['checklist', ['Start']],
  // No beginning of a word, and too short to mean anything.
  ['ours', []],
  ['what', []],
  ['ad', []],
])('finds the screen where it is done: %s', (wanted, labels) => {
  expect(findScreens(wanted).map(({ label }) => label)).toEqual(labels)
})
