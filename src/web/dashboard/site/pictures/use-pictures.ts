import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call, callPage } from '#web/dashboard/api/call.ts'

const key = ['GET /api/site/pictures']

/** The newest of the pictures sent before, newest first, and how many there are in all. */
export const usePictures = () =>
  useQuery({
    queryKey: key,
    queryFn: ({ signal }) => callPage('GET /api/site/pictures', {}, { signal }),
    // Another window, or a phone, may have sent one meanwhile, or deleted one.
    staleTime: 0,
  })

/** Forgets a picture that is used nowhere. */
export function useForgetPicture() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call('DELETE /api/site/pictures/:id', { id }),
    onSuccess: () => client.invalidateQueries({ queryKey: key }),
  })
}
