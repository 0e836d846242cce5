import { useQuery } from '@tanstack/react-query'
import type { SpendPreview } from '#contract/spend-file.ts'
import { call } from '#web/dashboard/api/call.ts'
import { reading } from '#web/dashboard/api/reading.ts'
import { sendFile } from '#web/dashboard/api/send-file.ts'
import { useChange } from '#web/dashboard/live/use-change.ts'

const META_EVERY_MS = 60_000

/** What was imported, newest first. */
export const useSpendImports = () => useQuery(reading('GET /api/ad-spend/imports', {}))
/** The import keys. */
export const useImportKeys = () => useQuery(reading('GET /api/ad-spend/keys', {}))
/** The fixed rates that were set. */
export const useRates = () => useQuery(reading('GET /api/ad-spend/rates', {}))
/** How reading Meta’s own report stands. */
export const useMetaSpend = () =>
  useQuery({ ...reading('GET /api/ad-spend/meta', {}), refetchInterval: META_EVERY_MS })
/** Has Meta’s report read again after what was read was taken back. */
export const useReadMetaAgain = () =>
  useChange({
    make: () => call('POST /api/ad-spend/meta/read-again', {}),
    done: { title: 'Reading again', message: 'The last days come first, older ones by portions.' },
    failed: 'It is not read',
    renews: ['ads'],
  })
/** Links whose macros the ad platform did not fill in. */
export const useMacroMistakes = () => useQuery(reading('GET /api/ad-spend/macro-mistakes', {}))

/** A file with what was said of it. */
export type GivenFile = { file: File; answers: Record<string, string> }

/** Sends a file and returns what it would change. */
export async function sendSpendFile({ file, answers }: GivenFile): Promise<SpendPreview> {
  const form = new FormData()
  for (const [field, value] of Object.entries(answers)) form.set(field, value)
  form.set('file', file)
  return JSON.parse(await sendFile('/api/ad-spend/imports', form))
}

/** Does what a preview said. */
export const useCommit = (after: () => void) =>
  useChange({
    make: (id: string) => call('POST /api/ad-spend/imports/:id/commit', { id }),
    done: ({ new: fresh, replaced }) => ({
      title: 'Imported',
      message: `${fresh.toLocaleString('en-US')} new, ${replaced.toLocaleString('en-US')} replaced.`,
    }),
    failed: 'It was not imported',
    renews: ['ads'],
    after,
  })

/** Takes an import back. */
export const useTakeBack = (after: () => void) =>
  useChange({
    make: (id: string) => call('DELETE /api/ad-spend/imports/:id', { id }),
    done: { title: 'Taken back', message: 'What it had replaced counts again.' },
    failed: 'It was not taken back',
    renews: ['ads'],
    after,
  })
