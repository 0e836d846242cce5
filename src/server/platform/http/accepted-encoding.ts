import { rememberLately } from '#server/platform/remember-lately.ts'

type Encoding = 'br' | 'gzip'

function encodingFor(accepted: string | undefined): Encoding | undefined {
  const offers = (accepted ?? '').split(',').map((offer) =>
    offer
      .toLowerCase()
      .split(';')
      .map((part) => part.trim()),
  )
  const takes = (name: Encoding) =>
    offers.some(
      ([coding, ...weights]) => coding === name && !weights.some((weight) => /^q=0(\.0*)?$/.test(weight)),
    )
  return takes('br') ? 'br' : takes('gzip') ? 'gzip' : undefined
}

// Reading the text anew would cost each answer more than finding its bytes. Browsers send a handful of them; a
// flood of made-up ones must not fill the memory.
const known = rememberLately<Encoding | 'plain'>(20_000, () => 20)

/** The best form the browser takes: brotli, else gzip, else plain; `q=0` means it must not be sent. */
export function acceptedEncoding(accepted = ''): Encoding | undefined {
  let encoding = known.get(accepted)
  if (!encoding) {
    encoding = encodingFor(accepted) ?? 'plain'
    known.set(accepted, encoding)
  }
  return encoding === 'plain' ? undefined : encoding
}
