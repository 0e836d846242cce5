import { expect, test } from 'vitest'
import { asHtml, testMessage } from './alert-message.ts'

test('an alert can be read on a phone and in the dark, however long what it says is', () => {
  const html = asHtml({ ...testMessage, lines: [['Email', `${'a'.repeat(150)}@example.com`]] })
  expect(html).toContain('<meta name="viewport" content="width=device-width')
  expect(html).toContain('<meta name="color-scheme" content="light dark">')
  expect(html).toContain('prefers-color-scheme:dark')
  expect(html).toContain('overflow-wrap:anywhere')
})
