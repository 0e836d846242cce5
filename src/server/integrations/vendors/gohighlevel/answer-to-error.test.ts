import { expect, test } from 'vitest'
import { answerToError, DuplicateContact } from './answer-to-error.ts'

const answer = { task: 'save the contact', body: {}, retryAfterMs: 0, aboutContact: false, personal: [] }
const says = (message: string | string[]) => ({ message })

test.each([
  ['400 with a message', 400, says('Bad Request'), false, 'invalid-request'],
  ['400 for an unknown contact', 400, says('Contact with id x1 not found'), true, 'not-found'],
  ['404 for an unknown contact', 404, says('Not found'), true, 'not-found'],
  ['404 where no contact is named: the address is wrong', 404, says('Cannot POST /x'), false, 'vendor-fault'],
  ['404 from a page in between', 404, undefined, true, 'vendor-fault'],
  ['400 "not found" where no contact is named', 400, says('Location not found'), false, 'invalid-request'],
  ['400 for the version', 400, says('Invalid API version segment 2020'), false, 'refused-credentials'],
  ['401 for the version', 401, says('version header was not found.'), false, 'refused-credentials'],
  ['401 for the token', 401, says('Invalid JWT'), true, 'refused-credentials'],
  [
    '401 for the scope',
    401,
    says('The token is not authorized for this scope.'),
    true,
    'refused-credentials',
  ],
  ['403', 403, says('The token does not have access to this location.'), false, 'refused-credentials'],
  ['403 from a page in between', 403, undefined, false, 'refused-credentials'],
  ['422', 422, says(['property x should not exist', 'y must be a string']), false, 'invalid-request'],
  ['409', 409, says('The contact is being updated'), true, 'vendor-fault'],
  ['408', 408, says('Request Timeout'), false, 'vendor-fault'],
  ['429 whatever its body', 429, undefined, false, 'rate-limited'],
  ['500', 500, says('Internal Server Error'), true, 'vendor-fault'],
  ['503 from a page in between', 503, undefined, false, 'vendor-fault'],
  ['a redirect', 302, undefined, false, 'vendor-fault'],
  ['400 that is no JSON', 400, undefined, false, 'vendor-fault'],
] as const)('%s', (_name, status, body, aboutContact, kind) => {
  // The bodies above are read-only for the compiler; the reader takes any.
  expect(answerToError({ ...answer, status, body, aboutContact })).toMatchObject({ kind, status })
})

test('the message says what was tried and what the CRM said, a list as one sentence', () => {
  const body = { statusCode: 422, message: ['property x should not exist', 'y is odd'], traceId: 't-1' }
  const error = answerToError({ ...answer, status: 422, body })
  expect(error.message).toBe(
    'GoHighLevel refused to save the contact (status 422): property x should not exist; y is odd.',
  )
  expect(error.traceId).toBe('t-1')
})

test('personal data in the CRM’s words is masked', () => {
  const body = says('Anna Kern <anna@example.com> +1 202-555-0143 of pit-77-ab is bad.')
  const { message } = answerToError({ ...answer, status: 400, body, personal: ['Anna Kern'] })
  expect(message).toContain('[name] <[email]> [phone] of [token] is bad.')
})

test.each([
  [400, 'invalid-request'],
  [409, 'vendor-fault'],
])('a duplicate names the contact that is in the way (%i)', (status, kind) => {
  const body = {
    statusCode: status,
    message: 'This location does not allow duplicated contacts.',
    meta: { contactId: 'c9', contactName: 'Anna Kern', matchingField: 'phone' },
  }
  const error = answerToError({ ...answer, status, body })
  expect(error).toBeInstanceOf(DuplicateContact)
  expect(error).toMatchObject({ contactId: 'c9', kind })
  expect(error.message).not.toContain('Anna')
})
