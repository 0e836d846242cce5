import type { Answer, TestBrowser } from './test-browser.ts'

/** Sends a file of spend as a browser's form does, with what is said of it. */
export async function uploadSpend(
  owner: Pick<TestBrowser, 'cookies'>,
  url: string,
  file: string | Uint8Array<ArrayBuffer>,
  said: Record<string, string> = {},
  name = 'report.csv',
): Promise<Answer> {
  const form = new FormData()
  for (const [field, value] of Object.entries(said)) form.set(field, value)
  form.set('file', new Blob([file], { type: 'text/csv' }), name)
  const response = await fetch(`${url}/api/ad-spend/imports`, {
    method: 'POST',
    body: form,
    headers: { origin: url, cookie: [...owner.cookies].map(([key, value]) => `${key}=${value}`).join('; ') },
    signal: AbortSignal.timeout(30_000),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: JSON.parse(text), text }
}

/** A file as Google Ads writes it for spreadsheets. */
export const utf16 = (text: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]))
