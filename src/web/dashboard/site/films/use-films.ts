import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { call, callPage } from '#web/dashboard/api/call.ts'

const key = ['GET /api/site/films']

/** The newest of the films uploaded so far, newest first, and how many there are in all. */
export const useFilms = () =>
  useQuery({
    queryKey: key,
    queryFn: ({ signal }) => callPage('GET /api/site/films', {}, { signal }),
    // Another window, or a phone, may have sent one meanwhile, or deleted one.
    staleTime: 0,
  })

/** Reads the films again, as after an upload. */
export function useReadFilmsAgain(): () => void {
  const client = useQueryClient()
  return useCallback(() => void client.invalidateQueries({ queryKey: key }), [client])
}

/** Deletes a film that is used nowhere. */
export function useForgetFilm() {
  const readAgain = useReadFilmsAgain()
  return useMutation({
    mutationFn: (id: string) => call('DELETE /api/site/films/:id', { id }),
    onSettled: readAgain,
  })
}
