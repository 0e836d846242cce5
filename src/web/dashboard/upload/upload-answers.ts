import type { DetailedError, HttpRequest, HttpResponse } from 'tus-js-client'

/** Whether asking again makes sense after such an answer: what the server says no to stays a no; a full disk, too. */
export const isWorthTrying = (status: number): boolean =>
  status === 0 || status === 409 || status === 423 || status === 429 || (status >= 500 && status !== 507)

/** The server did not say how far an upload is. */
class PlaceUnknown extends Error {
  readonly answer: HttpResponse
  constructor(answer: HttpResponse) {
    super('The server did not say how far the upload is.')
    this.name = 'PlaceUnknown'
    this.answer = answer
  }
}

/**
 * The `onAfterResponse` of an upload. The library would begin anew, from zero, wherever the server cannot say right now how
 * far it is; only one that is gone begins anew.
 */
export function keepPlace(request: HttpRequest, answer: HttpResponse): void {
  const status = answer.getStatus()
  if (request.getMethod() === 'HEAD' && status >= 300 && status !== 404 && status !== 410)
    throw new PlaceUnknown(answer)
}

function answerOf(error: Error | DetailedError): HttpResponse | null {
  if (!('originalResponse' in error)) return null
  const { originalResponse, causingError } = error
  return causingError instanceof PlaceUnknown ? causingError.answer : originalResponse
}

/** The status of the answer that ended an upload; 0 where there was none. */
export const statusOf = (error: Error | DetailedError): number => answerOf(error)?.getStatus() ?? 0

/** What the server says of why an upload ended. */
export function wordsIn(error: Error | DetailedError): string | undefined {
  try {
    const words: unknown = JSON.parse(answerOf(error)?.getBody() ?? '').error
    return typeof words === 'string' ? words : undefined
  } catch {
    // It was cut off, or a proxy answered.
    return undefined
  }
}
