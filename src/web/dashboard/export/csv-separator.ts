import type { CsvSeparator } from '#contract/csv-separator.ts'
import { usePreferences } from '#web/dashboard/settings/use-preferences.ts'

function decimalsIn(language: string): Intl.NumberFormat {
  try {
    return new Intl.NumberFormat(language)
  } catch {
    // Some browsers name a language as no standard does, such as en-US@posix.
    return new Intl.NumberFormat()
  }
}

/** What parts the cells of CSV files where a language is spoken: where its decimals have the comma, spreadsheets expect semicolons. */
export const usualSeparator = (language: string): CsvSeparator =>
  decimalsIn(language).format(1.5).includes('.') ? 'comma' : 'semicolon'

/** What parts the cells of files that this browser downloads: what was chosen here, else what is usual in its language. */
export const useCsvSeparator = (): CsvSeparator =>
  usePreferences().csvSeparator ?? usualSeparator(navigator.language)
