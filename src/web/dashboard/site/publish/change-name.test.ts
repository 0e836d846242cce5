import { expect, it } from 'vitest'
import { changeName } from './change-name.ts'

it('names a field by its way, and a picture by what it is', () => {
  expect(changeName('home.headline')).toBe('Home › Headline')
  expect(changeName('brand.portrait.src')).toBe('Brand › Portrait of the coach')
  expect(changeName('brand.portrait.alt')).toBe('Brand › Portrait of the coach › What it shows')
})
