import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#web/dashboard/api/call.ts'
import { showToast } from '#web/dashboard/toast/toast-store.ts'
import { tellFailure } from './use-connections.ts'

const key = ['GET /api/payments']

/** A payment that was just joined by hand, so that it can be taken back. */
export type JustJoined = { id: string; words: string }

/** Payments that nobody is known for, and joining them to a lead by hand. */
export function useUnjoined() {
  const client = useQueryClient()
  const [joined, setJoined] = useState<JustJoined | null>(null)
  const again = () => client.invalidateQueries({ queryKey: key })
  const payments = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call('GET /api/payments', { joined: 'no' }, { signal }),
  })
  const join = useMutation({
    mutationFn: ({ id, leadId }: { id: string; leadId: string; words: string }) =>
      call('POST /api/payments/:id/join', { id, leadId }),
    onSuccess: (_done, { id, words }) => {
      setJoined({ id, words })
      return again()
    },
    onError: tellFailure('Failed to join the payment'),
  })
  const undo = useMutation({
    mutationFn: (id: string) => call('POST /api/payments/:id/undo-join', { id }),
    onSuccess: () => {
      setJoined(null)
      showToast({ title: 'Taken back', message: 'The payment is nobody’s again.' })
      return again()
    },
    onError: tellFailure('Failed to take it back'),
  })
  return { payments, joined, join, undo }
}
