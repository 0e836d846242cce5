import { VendorError, type VendorErrorKind } from '#server/integrations/vendor-error.ts'

/** How failures name the place. */
export const PLACE = 'The second place'

const entities: Record<string, string> = { quot: '"', apos: "'", lt: '<', gt: '>', amp: '&', '#34': '"' }

/** The texts of all elements of a name in an answer; those of S3 have no attributes, and none is inside another of its name. */
export const textsOf = (xml: string, name: string): string[] =>
  [...xml.matchAll(new RegExp(`<${name}>([^<]*)</${name}>`, 'g'))].map(([, text = '']) =>
    text.replace(/&(#34|quot|apos|lt|gt|amp);/g, (_, entity: string) => entities[entity] ?? ''),
  )

/** The elements of a name, each as it stands. */
export const elementsOf = (xml: string, name: string): string[] =>
  [...xml.matchAll(new RegExp(`<${name}>(.*?)</${name}>`, 'gs'))].map(([, inside = '']) => inside)

/** The word by which S3 names a failure; undefined where the answer has none. */
export const codeIn = (xml: string): string | undefined =>
  /<Error>.*?<Code>([A-Za-z0-9]{1,60})<\/Code>/s.exec(xml)?.[1]

/** A success without what it should hold. */
export const nonsense = (): VendorError =>
  new VendorError(`${PLACE} answered what makes no sense.`, { vendor: PLACE, kind: 'vendor-fault' })

const regions = new Set(['AuthorizationHeaderMalformed', 'PermanentRedirect', 'TemporaryRedirect'])

/** What an answer that is no success means. What the vendor says beside its code may quote what we sent, and is left out. */
export function answerToError(status: number, xml: string, retryAfterMs: number | undefined): VendorError {
  const code = codeIn(xml)
  const [kind, message] = meaningOf(status, code)
  return new VendorError(message, {
    ...{ vendor: PLACE, kind, status },
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  })
}

function meaningOf(status: number, code: string | undefined): [VendorErrorKind, string] {
  const said = code === undefined ? `(status ${status})` : `(${code})`
  if (code === 'NoSuchBucket') return ['not-set-up', `There is no such bucket there ${said}.`]
  if (code === 'RequestTimeTooSkewed')
    return ['not-set-up', `The clock of this server is wrong, so every call is turned away ${said}.`]
  if (regions.has(code ?? '') || (status >= 300 && status < 400))
    return ['wrong-address', `The bucket is in another region, or at another address ${said}.`]
  if (code === 'SignatureDoesNotMatch') return ['refused-credentials', `The secret key is not right ${said}.`]
  if (code === 'InvalidAccessKeyId')
    return ['refused-credentials', `The access key is not known there ${said}.`]
  if (status === 401 || status === 403)
    return ['refused-credentials', `The keys were turned away: they may not read and write there ${said}.`]
  if (code === 'NoSuchKey' || code === 'NoSuchUpload') return ['not-found', `The file is not there ${said}.`]
  if (status === 404 || status === 405)
    return ['wrong-address', `Nothing like S3 answers at this address ${said}.`]
  if (status === 429 || code === 'SlowDown') return ['rate-limited', `${PLACE} asks for a pause ${said}.`]
  if (status >= 500 || status === 408 || code === 'RequestTimeout' || code === 'InternalError')
    return ['vendor-fault', `${PLACE} has trouble of its own ${said}.`]
  return ['invalid-request', `${PLACE} did not take it ${said}.`]
}
