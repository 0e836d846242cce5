import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { filmTime } from '#contract/film-chapters.ts'
import type { ListedFilm } from '#contract/films-api.ts'
import { sentenceOf } from '#web/dashboard/api/call-failed.ts'
import { Button, IconButton } from '#web/dashboard/ui/button.tsx'
import { Dialog } from '#web/dashboard/ui/dialog.tsx'
import { sizeText } from './film-upload-state.ts'
import { useFilms, useForgetFilm } from './use-films.ts'

/** What is told of a film beside its name: length, size and picture. */
export const aboutFilm = ({ seconds, bytes, width, height }: Omit<ListedFilm, 'isUsed'>): string =>
  [
    ...(seconds === null ? [] : [filmTime(seconds)]),
    sizeText(bytes),
    ...(width > 0 && height > 0 ? [`${width} × ${height}`] : []),
  ].join(', ')

/** Chooses one of the films uploaded before, or deletes those that no page and no version shows. */
export function FilmDialog({
  onChoose,
  onClose,
}: {
  onChoose: (address: string) => void
  onClose: () => void
}) {
  const { data, error } = useFilms()
  const forget = useForgetFilm()
  const [asked, setAsked] = useState<string>()
  const problem = forget.error ?? error
  return (
    <Dialog title="Videos uploaded before" shape="card" onClose={onClose}>
      {problem && <p className="mb-3 text-sm text-danger">{sentenceOf(problem)}</p>}
      <ul className="divide-y divide-line">
        {data?.map((film) => (
          <li key={film.id} className="flex items-center gap-2 py-1">
            <button
              type="button"
              onClick={() => {
                onChoose(film.address)
                onClose()
              }}
              className="min-h-12 min-w-0 flex-1 rounded-sm px-2 py-1.5 text-left hover:bg-sunken"
            >
              <span className="block truncate text-sm font-medium">{film.name}</span>
              <span className="block text-xs text-ink-3 tabular-nums">
                {aboutFilm(film)}, {film.createdAt.slice(0, 10)}
              </span>
            </button>
            {!film.isUsed &&
              (asked === film.id ? (
                <Button look="danger" disabled={forget.isPending} onClick={() => forget.mutate(film.id)}>
                  Delete for good
                </Button>
              ) : (
                <IconButton label={`Delete ${film.name}…`} onClick={() => setAsked(film.id)}>
                  <Trash2 size={16} aria-hidden="true" />
                </IconButton>
              ))}
          </li>
        ))}
      </ul>
      {data?.length === 0 && <p className="text-sm text-ink-2">There are none yet.</p>}
    </Dialog>
  )
}
