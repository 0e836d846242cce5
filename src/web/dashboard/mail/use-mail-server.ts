import { useMutation, useQuery } from '@tanstack/react-query'
import { call } from '#web/dashboard/api/call.ts'
import type { CallInput } from '#web/dashboard/api/dashboard-api.ts'
import { reading } from '#web/dashboard/api/reading.ts'
import { useChange } from '#web/dashboard/live/use-change.ts'
import type { Unsaved } from '#web/dashboard/ui/kept-in-tab.ts'

/** How the mail server is connected. */
export const useMailServer = () => useQuery(reading('GET /api/connections/email/settings', {}))

/** Connects a mail server; the form itself says what is wrong. */
export const useConnectMail = (unsaved: Pick<Unsaved<unknown>, 'forget'>, after: () => void) =>
  useChange({
    make: async (entered: CallInput<'PUT /api/connections/email/settings'>) => {
      await call('PUT /api/connections/email/settings', entered)
      unsaved.forget()
    },
    done: { title: 'Email is connected', message: 'What was waiting is being sent now.' },
    renews: ['settings', 'connections', 'mail'],
    after,
  })

/** Forgets the mail server. */
export const useRemoveMail = (after: () => void) =>
  useChange({
    make: () => call('DELETE /api/connections/email/settings', {}),
    done: { title: 'Mail server removed', message: 'Emails wait here until another is connected.' },
    failed: 'Failed to remove it',
    renews: ['settings', 'connections', 'mail'],
    after,
  })

/** Sends a real mail to try the server. */
export const useTestMail = () =>
  useMutation({ mutationFn: (to: string) => call('POST /api/connections/email/test-mail', { to }) })
