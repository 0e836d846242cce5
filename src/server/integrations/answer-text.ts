import { EndlessAnswer } from './why-no-answer.ts'

// Far more than a vendor's longest page of a list.
const LONGEST_BYTES = 16 * 1024 * 1024

/** The text of an answer. Fails with `EndlessAnswer` once it is longer than any that makes sense, and reads no further. */
export async function answerText(response: Response): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  for await (const part of response.body ?? []) {
    bytes += part.length
    if (bytes > LONGEST_BYTES) throw new EndlessAnswer()
    text += decoder.decode(part, { stream: true })
  }
  return text + decoder.decode()
}
