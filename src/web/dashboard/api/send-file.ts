import { CallFailed, NoAnswer } from './call-failed.ts'

// As long as other calls wait for their answer (call.ts).
const SILENCE_MS = 120_000

type Sending = {
  /** What the body is, where the browser does not say it by itself. */
  type?: string
  /** How much of it has arrived, from 0 to 1. */
  onProgress?: (share: number) => void
}

/**
 * Sends a file and returns the text of the answer. It may take as long as it takes; only where nothing moves any more for
 * as long as a call may take, `NoAnswer` is thrown. Throws `CallFailed` where it is refused.
 */
export function sendFile(path: string, body: File | FormData, sending: Sending = {}): Promise<string> {
  const { type, onProgress } = sending
  return new Promise((resolve, reject) => {
    // fetch cannot tell how much of a body has been sent.
    const request = new XMLHttpRequest()
    let timer: ReturnType<typeof setTimeout>
    const giveUp = () => {
      reject(new NoAnswer(false))
      request.abort()
    }
    const moved = () => {
      clearTimeout(timer)
      timer = setTimeout(giveUp, SILENCE_MS)
    }
    request.open('POST', path)
    if (type !== undefined) request.setRequestHeader('Content-Type', type)
    request.upload.onprogress = ({ loaded, total }) => {
      moved()
      onProgress?.(total > 0 ? loaded / total : 0)
    }
    request.onprogress = moved
    request.onloadend = () => clearTimeout(timer)
    request.onerror = () => reject(new TypeError('the server was not reached'))
    request.onload = () => {
      const { status, statusText, responseText } = request
      if (status < 300) resolve(responseText)
      else reject(new CallFailed(status, statusText, responseText))
    }
    moved()
    request.send(body)
  })
}
