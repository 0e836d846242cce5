import { z } from 'zod'
import { Done, type Endpoints } from './endpoint.ts'

/**
 * The owner's way in and out (docs/spec.md, 'Signing in'). A wrong password is 401 'Incorrect password'; locked out
 * is 429.
 */
export const ownerApi = {
  'POST /api/analytics/verify-password': {
    for: 'anyone',
    input: z.object({ password: z.string().min(1, 'Enter the password.').max(200) }),
    output: Done,
    summary: 'Starts a server session for the owner; marks this browser as the owner’s.',
  },
  'GET /api/analytics/session': {
    for: 'owner',
    input: z.object({}),
    output: z.object({ success: z.literal(true), demo: z.boolean() }),
    summary: 'Answers 200 while the session is good, 401 otherwise.',
  },
  'POST /api/analytics/logout': {
    for: 'owner',
    input: z.object({}),
    output: Done,
    summary: 'Ends this session.',
  },
} satisfies Endpoints
