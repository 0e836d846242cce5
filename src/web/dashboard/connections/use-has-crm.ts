import { useQuery } from '@tanstack/react-query'
import { reading } from '#web/dashboard/api/reading.ts'

/** Whether leads and tags go to a CRM as well. Without one they are kept here, and nothing waits for anything. */
export const useHasCrm = (): boolean =>
  useQuery({ ...reading('GET /api/connections/crm/state', {}), staleTime: Number.POSITIVE_INFINITY }).data
    ?.isConnected ?? false
