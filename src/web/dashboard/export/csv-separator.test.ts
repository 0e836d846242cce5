import { expect, test } from 'vitest'
import { usualSeparator } from './csv-separator.ts'

test('semicolons part the cells where decimals have the comma, as spreadsheets expect there', () => {
  for (const language of ['de-DE', 'fr-FR', 'es-ES', 'pt-BR', 'pl', 'nl-NL', 'tr', 'ru-RU', 'it', 'ar-EG'])
    expect([language, usualSeparator(language)]).toEqual([language, 'semicolon'])
  for (const language of ['en-US', 'en-GB', 'ja', 'zh-CN', 'es-MX', 'he'])
    expect([language, usualSeparator(language)]).toEqual([language, 'comma'])
  // As some browsers name theirs.
  expect(['comma', 'semicolon']).toContain(usualSeparator('en-US@posix'))
})
