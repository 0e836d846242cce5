import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '#web/dashboard/api/call.ts'

const key = ['GET /api/site/pictures']

/** The pictures sent before, newest first. */
export const usePictures = () =>
  useQuery({ queryKey: key, queryFn: ({ signal }) => call('GET /api/site/pictures', {}, { signal }) })

/** Forgets a picture that is used nowhere. */
export function useForgetPicture() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call('DELETE /api/site/pictures/:id', { id }),
    onSuccess: () => client.invalidateQueries({ queryKey: key }),
  })
}
