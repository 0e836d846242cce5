import type { Answer, TestBrowser } from '#support/test-browser.ts'

/** Sends a JSON body by any method. */
export const sendJson = (
  browser: TestBrowser,
  method: string,
  path: string,
  body?: unknown,
): Promise<Answer> =>
  browser.send(method, path, {
    headers: body === undefined ? {} : { 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
